// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels that wait for each other: a collective launch makes sure that those of all PEs run at the same
// time, so a barrier may stand inside. A value goes once round the ring, and each PE adds what passes.
//     nvshmrun -n 4 collective-launch
#include "check.h"

__global__ void ring_sum(int* inbox, int* sum) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    int passing = me;
    *sum = me;
    for (int hop = 1; hop < pes; ++hop) {
        nvshmem_int_p(inbox, passing, (me + 1) % pes);
        nvshmem_barrier_all();
        passing = *inbox;
        *sum += passing;
        nvshmem_barrier_all();  // nobody overwrites an inbox that is not read yet
    }
}

int main() {
    nvshmem_init();
    take_device();
    int* inbox = static_cast<int*>(nvshmem_calloc(1, sizeof(int)));
    int* sum = nullptr;
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&sum), sizeof(int)));

    void* arguments[] = {&inbox, &sum};
    if (nvshmemx_collective_launch(reinterpret_cast<const void*>(ring_sum), dim3(1), dim3(1), arguments, 0,
                                   0) != 0)
        nvshmem_global_exit(1);
    CUDA_CHECK(cudaDeviceSynchronize());

    int total = 0;
    CUDA_CHECK(cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost));
    const int pes = nvshmem_n_pes();
    std::printf("PE %d: the sum of all numbers is %d\n", nvshmem_my_pe(), total);
    const int status = passed("collective-launch", total != pes * (pes - 1) / 2);
    CUDA_CHECK(cudaFree(sum));
    nvshmem_free(inbox);
    nvshmem_finalize();
    return status;
}
