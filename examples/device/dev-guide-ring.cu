// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The first kernel: each PE writes its number into its right neighbour's memory.     nvshmrun -n 4
// dev-guide-ring
#include "check.h"

__global__ void shift(int* inbox) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    nvshmem_int_p(inbox, me, (me + 1) % pes);
}

int main() {
    nvshmem_init();
    take_device();
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    int* inbox = static_cast<int*>(nvshmem_malloc(sizeof(int)));

    shift<<<1, 1, 0, stream>>>(inbox);
    nvshmemx_barrier_all_on_stream(stream);  // all puts are there
    int message = -1;
    CUDA_CHECK(cudaMemcpyAsync(&message, inbox, sizeof message, cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));

    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    std::printf("PE %d of %d: my left neighbour is %d\n", me, pes, message);
    const int status = passed("dev-guide-ring", message != (me + pes - 1) % pes);
    nvshmem_free(inbox);
    CUDA_CHECK(cudaStreamDestroy(stream));
    nvshmem_finalize();
    return status;
}
