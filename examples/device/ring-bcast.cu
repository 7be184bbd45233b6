// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A broadcast along the ring, in chunks: each PE passes a chunk on as soon as it has it. A fence keeps the
// flag behind the data.     nvshmrun -n 4 ring-bcast
#include <vector>

#include "check.h"

constexpr int count = 1 << 16, chunks = 8, root = 0;

__global__ void broadcast(int* data, uint64_t* arrived) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes(), right = (me + 1) % pes;
    constexpr int chunk = count / chunks;
    for (int k = 0; k < chunks; ++k) {
        if (me != root) nvshmem_signal_wait_until(arrived, NVSHMEM_CMP_GE, k + 1);
        if (right == root) continue;
        nvshmem_int_put(data + k * chunk, data + k * chunk, chunk, right);
        nvshmem_fence();
        nvshmemx_signal_op(arrived, 1, NVSHMEM_SIGNAL_ADD, right);
    }
}

int main() {
    nvshmem_init();
    take_device();
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    int* data = static_cast<int*>(nvshmem_malloc(count * sizeof(int)));
    uint64_t* arrived = static_cast<uint64_t*>(nvshmem_calloc(1, sizeof(uint64_t)));
    std::vector<int> host(count, -1);
    for (int i = 0; i < count && nvshmem_my_pe() == root; ++i) host[i] = 3 * i + 1;
    CUDA_CHECK(cudaMemcpyAsync(data, host.data(), count * sizeof(int), cudaMemcpyHostToDevice, stream));
    nvshmemx_barrier_all_on_stream(stream);  // nobody's own copy comes after a neighbour's data

    void* arguments[] = {&data, &arrived};
    if (nvshmemx_collective_launch(reinterpret_cast<const void*>(broadcast), dim3(1), dim3(1), arguments, 0,
                                   stream) != 0)
        nvshmem_global_exit(1);
    nvshmemx_barrier_all_on_stream(stream);
    CUDA_CHECK(cudaMemcpyAsync(host.data(), data, count * sizeof(int), cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));

    long wrong = 0;
    for (int i = 0; i < count; ++i) wrong += host[i] != 3 * i + 1;
    const int status = passed("ring-bcast", wrong);
    nvshmem_free(arrived);
    nvshmem_free(data);
    CUDA_CHECK(cudaStreamDestroy(stream));
    nvshmem_finalize();
    return status;
}
