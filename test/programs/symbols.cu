// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Variables of the device: constant, device and managed, copied by symbol; structs by value; launch bounds.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <cstdio>

__constant__ int table[16];
__device__ int counter;
__device__ unsigned long long total = 5;
__managed__ int shared_with_host;

struct Params {
    int* out;
    int n, scale;
    float unused[3];
};

template <typename T, int N>
__global__ void __launch_bounds__(128) gather(Params p, T offset) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= p.n) return;
    p.out[i] = table[i % N] * p.scale + (int)offset;
    atomicAdd(&counter, 1);
    atomicAdd(&total, (unsigned long long)i);
    if (i == 0) shared_with_host = 42;
}

int main() {
    nvshmem_init();
    cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
    int h_table[16], bad = 0, count = -1, zero = 0;
    for (int i = 0; i < 16; i++) h_table[i] = i * i;
    bad += cudaMemcpyToSymbol(table, h_table, sizeof h_table) != cudaSuccess;
    bad += cudaMemcpyToSymbol(counter, &zero, sizeof zero) != cudaSuccess;
    Params p = {};
    p.n = 300;
    p.scale = 3;
    p.out = (int*)nvshmem_malloc(p.n * sizeof(int));
    gather<float, 16><<<dim3(3), dim3(128)>>>(p, 7.0f);
    bad += cudaDeviceSynchronize() != cudaSuccess;
    unsigned long long sum = 0;
    bad += cudaMemcpyFromSymbol(&count, counter, sizeof count) != cudaSuccess;
    bad += cudaMemcpyFromSymbol(&sum, total, sizeof sum) != cudaSuccess;
    bad += count != 300 || sum != 5 + 300 * 299 / 2 || shared_with_host != 42;
    int* right = new int[p.n];
    nvshmem_barrier_all();
    nvshmem_int_get(right, p.out, p.n, (nvshmem_my_pe() + 1) % nvshmem_n_pes());
    for (int i = 0; i < p.n; i++) bad += right[i] != (i % 16) * (i % 16) * 3 + 7;
    nvshmem_barrier_all();
    delete[] right;
    nvshmem_free(p.out);
    nvshmem_finalize();
    if (!bad) printf("PASSED\n");
    return bad != 0;
}
