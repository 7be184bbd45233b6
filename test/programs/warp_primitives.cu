// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Warps: shuffles, ballots, votes, syncwarp, and calls of a warp under a condition on the thread.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>

#define FULL_MASK 0xffffffff

__inline__ __device__ int warp_sum(int val) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2) val += __shfl_down_sync(FULL_MASK, val, offset);
    return __shfl_sync(FULL_MASK, val, 0);
}

__global__ void kernel(int* inbox, int* outbox, int* facts, int peer) {
    int lane = threadIdx.x & 31, warp = threadIdx.x / 32;
    int sum = warp_sum(threadIdx.x);
    unsigned odd = __ballot_sync(FULL_MASK, lane & 1);
    int swapped = __shfl_xor_sync(FULL_MASK, lane, 1);
    if (lane == 0) {
        facts[4 * warp] = sum;
        facts[4 * warp + 1] = __popc(odd);
        facts[4 * warp + 2] = swapped;
    }
    int all = __all_sync(FULL_MASK, threadIdx.x < 4096), any = __any_sync(FULL_MASK, lane == 40);
    if (lane == 31) facts[4 * warp + 3] = all * 2 + any;
    outbox[threadIdx.x] = nvshmem_my_pe() * 1000 + threadIdx.x;
    __syncwarp();
    if (threadIdx.x < warpSize) nvshmemx_int_put_warp(inbox, outbox, 32, peer);
    if (threadIdx.x >= 64) return;
    if (threadIdx.x / warpSize == 1) nvshmemx_int_put_nbi_warp(inbox + 32, outbox + 32, 32, peer);
    nvshmem_quiet();
}

int main() {
    nvshmem_init();
    int mype = nvshmem_my_pe(), npes = nvshmem_n_pes(), bad = 0, h[96], f[12];
    cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
    int *inbox = (int*)nvshmem_calloc(96, sizeof(int)), *outbox = (int*)nvshmem_malloc(96 * sizeof(int)),
        *facts;
    cudaMalloc((void**)&facts, sizeof f);
    kernel<<<1, 96>>>(inbox, outbox, facts, (mype + 1) % npes);
    bad += cudaDeviceSynchronize() != cudaSuccess;
    nvshmem_barrier_all();
    cudaMemcpy(h, inbox, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(f, facts, sizeof f, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 96; i++) bad += h[i] != (i < 64 ? (mype + npes - 1) % npes * 1000 + i : 0);
    for (int w = 0; w < 3; w++)
        bad += f[4 * w] != 496 + 1024 * w || f[4 * w + 1] != 16 || f[4 * w + 2] != 1 || f[4 * w + 3] != 2;
    cudaFree(facts);
    nvshmem_finalize();
    if (!bad) printf("PASSED\n");
    return bad != 0;
}
