// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Static shared arrays in several kernels and in a template, halo lines by block puts, a grid of two
// dimensions.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <algorithm>
#include <cstdio>
using namespace std;

template <typename T, int TILE>
__global__ void transpose(T* out, const T* in, int width) {
    __shared__ T tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < width) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    if (x < width && y < width) out[y * width + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void send_row(float* matrix, int width, int row, int pe) {
    __shared__ float line[256];
    for (int i = threadIdx.x; i < width; i += blockDim.x) line[i] = matrix[row * width + i] + 1;
    __syncthreads();
    nvshmemx_float_put_block(matrix + (size_t)(width - 1) * width, line, width, pe);
}

int main() {
    nvshmem_init();
    int mype = nvshmem_my_pe(), npes = nvshmem_n_pes(), width = 70, bad = 0;
    cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
    size_t bytes = width * width * sizeof(float);
    float *in = (float*)nvshmem_malloc(bytes), *out = (float*)nvshmem_malloc(bytes),
          *h = (float*)malloc(bytes);
    for (int i = 0; i < width * width; i++) h[i] = i + mype * 10000;
    cudaMemcpy(in, h, bytes, cudaMemcpyHostToDevice);
    dim3 block(16, 16), grid((width + 15) / 16, (width + 15) / 16);
    transpose<float, 16><<<grid, block>>>(out, in, width);
    cudaDeviceSynchronize();
    nvshmem_barrier_all();
    send_row<<<1, 64>>>(out, width, 5, (mype + 1) % npes);
    cudaDeviceSynchronize();
    nvshmem_barrier_all();
    cudaMemcpy(h, out, bytes, cudaMemcpyDeviceToHost);
    int left = (mype + npes - 1) % npes;
    for (int y = 0; y < width - 1; y++)
        for (int x = 0; x < width; x++) bad += h[y * width + x] != x * width + y + mype * 10000;
    for (int x = 0; x < width; x++) bad += h[(width - 1) * width + x] != x * width + 5 + left * 10000 + 1;
    free(h);
    nvshmem_free(out);
    nvshmem_free(in);
    nvshmem_finalize();
    if (!bad) printf("PASSED\n");
    return min(bad, 1);
}
