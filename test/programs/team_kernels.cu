// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Teams made on the host and used by kernels: rank and size, translation, barrier and reductions of a part of
// the PEs.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>

__global__ void use_team(nvshmem_team_t team, int* dest, int* src, int* facts) {
    if (threadIdx.x == 0) {
        facts[0] = nvshmem_team_my_pe(team);
        facts[1] = nvshmem_team_n_pes(team);
        facts[2] = nvshmem_team_translate_pe(team, 0, NVSHMEM_TEAM_WORLD);
        src[0] = nvshmem_my_pe() + 1;
    }
    __syncthreads();
    nvshmemx_barrier_block(team);
    nvshmemx_int_sum_reduce_block(team, dest, src, 1);
    nvshmemx_team_sync_block(team);
    if (threadIdx.x < warpSize) nvshmemx_int_max_reduce_warp(team, dest + 1, src, 1);
}

int main() {
    nvshmem_init();
    int mype = nvshmem_my_pe(), npes = nvshmem_n_pes(), bad = 0;
    cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
    int *dest = (int*)nvshmem_calloc(2, sizeof(int)), *src = (int*)nvshmem_malloc(sizeof(int)), *facts;
    cudaMallocManaged(&facts, 3 * sizeof(int));
    nvshmem_team_t parts[2];
    for (int odd = 0; odd < 2 && odd < npes; odd++)
        nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, odd, 2, (npes - odd + 1) / 2, NULL, 0, &parts[odd]);
    nvshmem_team_t mine = parts[mype % 2];
    void* args[] = {&mine, &dest, &src, &facts};
    bad += nvshmemx_collective_launch((const void*)use_team, dim3(1, 1, 1), dim3(64, 1, 1), args, 0,
                                      (cudaStream_t)0) != 0;
    bad += cudaDeviceSynchronize() != cudaSuccess;
    int sum = 0, most = 0, members = 0, h[2];
    for (int pe = mype % 2; pe < npes; pe += 2) sum += pe + 1, most = pe + 1, members++;
    cudaMemcpy(h, dest, sizeof h, cudaMemcpyDeviceToHost);
    bad += h[0] != sum || h[1] != most;
    bad += facts[0] != mype / 2 || facts[1] != members || facts[2] != mype % 2;
    nvshmem_barrier_all();
    nvshmem_team_destroy(mine);
    cudaFree(facts);
    nvshmem_free(src);
    nvshmem_free(dest);
    nvshmem_finalize();
    if (!bad) printf("PASSED\n");
    return bad != 0;
}
