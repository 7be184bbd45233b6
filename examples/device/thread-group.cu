// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The same collective by one thread and by all threads of a block: the name says who calls.
//     nvshmrun -n 4 thread-group
#include <vector>

#include "check.h"

constexpr int threads = 512;

__global__ void gather_by_thread(int* all, const int* mine) {
    if (threadIdx.x == 0) nvshmem_int_fcollect(NVSHMEM_TEAM_WORLD, all, mine, threads);
}

__global__ void gather_by_block(int* all, int* mine) {
    mine[threadIdx.x] = nvshmem_my_pe() * threads + threadIdx.x;
    __syncthreads();
    nvshmemx_int_fcollect_block(NVSHMEM_TEAM_WORLD, all, mine, threads);
}

void launch(const void* kernel, int* all, int* mine) {
    void* arguments[] = {&all, &mine};
    if (nvshmemx_collective_launch(kernel, dim3(1), dim3(threads), arguments, 0, 0) != 0)
        nvshmem_global_exit(1);
    CUDA_CHECK(cudaDeviceSynchronize());
}

/// Element i is i: the parts lie in the order of the PEs.
long wrong_elements(const int* all, int count) {
    std::vector<int> found(count);
    CUDA_CHECK(cudaMemcpy(found.data(), all, count * sizeof(int), cudaMemcpyDefault));
    long wrong = 0;
    for (int i = 0; i < count; ++i) wrong += found[i] != i;
    return wrong;
}

int main() {
    nvshmem_init();
    take_device();
    const int count = threads * nvshmem_n_pes();
    int* mine = static_cast<int*>(nvshmem_malloc(threads * sizeof(int)));
    int* by_block = static_cast<int*>(nvshmem_calloc(count, sizeof(int)));
    int* by_thread = static_cast<int*>(nvshmem_calloc(count, sizeof(int)));

    launch(reinterpret_cast<const void*>(gather_by_block), by_block, mine);
    launch(reinterpret_cast<const void*>(gather_by_thread), by_thread, mine);
    const int status =
        passed("thread-group", wrong_elements(by_block, count) + wrong_elements(by_thread, count));
    nvshmem_free(by_thread);
    nvshmem_free(by_block);
    nvshmem_free(mine);
    nvshmem_finalize();
    return status;
}
