// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Vector types, 128-bit puts, and the reduction that finds a maximum's place.
#include <cuda.h>
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>

__global__ void find(double2* dest, double2* src, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        src[i] = make_double2((double)((i + nvshmem_my_pe() * 3) % 7), (double)nvshmem_my_pe());
    __syncthreads();
    nvshmemx_double2_maxloc_reduce_block(NVSHMEM_TEAM_WORLD, dest, src, n);
}

__global__ void copy(float4* dest, const float4* src, int n, int pe) {
    nvshmemx_put128_block(dest, src, n, pe);
}

int main() {
    nvshmem_init();
    int mype = nvshmem_my_pe(), npes = nvshmem_n_pes(), n = 40, bad = 0;
    cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
    double2 *src = (double2*)nvshmem_malloc(n * sizeof(double2)),
            *dest = (double2*)nvshmem_malloc(n * sizeof(double2));
    float4 *from = (float4*)nvshmem_align(16, n * sizeof(float4)),
           *to = (float4*)nvshmem_align(16, n * sizeof(float4));
    float4 h[40];
    double2 found[40];
    for (int i = 0; i < n; i++) h[i] = make_float4(i, i + 1, i + 2, mype);
    cudaMemcpy(from, h, sizeof h, cudaMemcpyHostToDevice);
    void* args[] = {&dest, &src, &n};
    bad += nvshmemx_collective_launch((const void*)find, 1, 32, args, 0, 0);
    copy<<<1, 64>>>(to, from, n, (mype + 1) % npes);
    cudaDeviceSynchronize();
    nvshmem_barrier_all();
    cudaMemcpy(found, dest, sizeof found, cudaMemcpyDeviceToHost);
    cudaMemcpy(h, to, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        double2 best = make_double2(-1, 0);
        for (int pe = 0; pe < npes; pe++)
            if ((i + pe * 3) % 7 > best.x) best = make_double2((i + pe * 3) % 7, pe);
        bad += found[i].x != best.x || found[i].y != best.y;
        bad += h[i].x != i || h[i].z != i + 2 || h[i].w != (mype + npes - 1) % npes;
    }
    nvshmem_finalize();
    if (!bad) printf("PASSED\n");
    return bad != 0;
}
