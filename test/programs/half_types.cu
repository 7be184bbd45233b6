// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// half and bfloat16 in kernels and in calls, with CUDA's headers for them.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>

#include <cstdio>

__global__ void scale(half* values, float by) {
    values[threadIdx.x] = __float2half(__half2float(values[threadIdx.x]) * by);
}

__global__ void send(half* dest, __nv_bfloat16* bdest, int peer) {
    nvshmem_half_p(dest + threadIdx.x, __float2half(0.5f * threadIdx.x), peer);
    nvshmem_bfloat16_p(bdest + threadIdx.x, __float2bfloat16(2.0f * threadIdx.x), peer);
}

__global__ void reduce(half* dest, half* source) {
    nvshmemx_half_sum_reduce_block(NVSHMEM_TEAM_WORLD, dest, source, blockDim.x);
}

int main() {
    nvshmem_init();
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes(), n = 64;
    cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
    half *values = (half*)nvshmem_malloc(n * sizeof(half)), *sum = (half*)nvshmem_malloc(n * sizeof(half));
    __nv_bfloat16* wide = (__nv_bfloat16*)nvshmem_malloc(n * sizeof(__nv_bfloat16));
    send<<<1, n>>>(values, wide, (me + 1) % pes);
    cudaDeviceSynchronize();
    nvshmem_barrier_all();
    scale<<<1, n>>>(values, 2.0f);
    void* args[] = {&sum, &values};
    int bad = nvshmemx_collective_launch((const void*)reduce, 1, n, args, 0, 0);
    cudaDeviceSynchronize();
    half h[n];
    __nv_bfloat16 w[n];
    cudaMemcpy(h, sum, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(w, wide, sizeof w, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        bad += __half2float(h[i]) != 1.0f * i * pes || __bfloat162float(w[i]) != 2.0f * i;
    nvshmem_barrier_all();
    nvshmem_free(wide);
    nvshmem_free(sum);
    nvshmem_free(values);
    nvshmem_finalize();
    if (!bad) printf("PASSED\n");
    return bad != 0;
}
