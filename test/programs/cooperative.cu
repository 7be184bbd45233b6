// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Cooperative groups: the grid meets inside the kernel, blocks are cut into tiles whose lanes shuffle.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void sum_all(const int* values, int n, int* partial, int* total) {
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    int mine = 0;
    for (int i = grid.thread_rank(); i < n; i += grid.size()) mine += values[i];
    for (int offset = tile.size() / 2; offset > 0; offset /= 2) mine += tile.shfl_down(mine, offset);
    if (tile.thread_rank() == 0) atomicAdd(&partial[blockIdx.x], mine);
    grid.sync();
    if (grid.thread_rank() == 0) {
        int sum = 0;
        for (unsigned b = 0; b < gridDim.x; b++) sum += partial[b];
        for (int pe = 0; pe < nvshmem_n_pes(); pe++) nvshmem_int_atomic_add(total, sum, pe);
        nvshmem_quiet();
    }
    block.sync();
}

int main() {
    nvshmem_init();
    int mype = nvshmem_my_pe(), npes = nvshmem_n_pes(), n = 5000, *values, *partial, result = 0;
    cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
    cudaMalloc(&values, n * sizeof(int));
    cudaMalloc(&partial, 4 * sizeof(int));
    cudaMemset(partial, 0, 4 * sizeof(int));
    int* h = new int[n];
    for (int i = 0; i < n; i++) h[i] = i % 10 + mype;
    cudaMemcpy(values, h, n * sizeof(int), cudaMemcpyHostToDevice);
    int* total = (int*)nvshmem_calloc(1, sizeof(int));
    void* args[] = {&values, &n, &partial, &total};
    int bad =
        cudaLaunchCooperativeKernel((const void*)sum_all, dim3(4), dim3(128), args, 0, 0) != cudaSuccess;
    bad += cudaDeviceSynchronize() != cudaSuccess;
    nvshmem_barrier_all();
    cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost);
    bad += result != npes * n / 10 * 45 + n * npes * (npes - 1) / 2;
    delete[] h;
    cudaFree(partial);
    cudaFree(values);
    nvshmem_free(total);
    nvshmem_finalize();
    if (!bad) printf("PASSED\n");
    return bad != 0;
}
