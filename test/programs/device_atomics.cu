// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA's own atomics on device and symmetric memory, beside those of the library.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>

struct Counters {
    int sum, most, least, exchanged, swapped;
    unsigned bits, wrapped;
    float real;
    double wide;
    unsigned long long big;
};

__global__ void count(Counters* c, unsigned long long* everybody, int root) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&c->sum, i);
    atomicMax(&c->most, i);
    atomicMin(&c->least, -i);
    atomicOr(&c->bits, 1u << (i % 32));
    atomicInc(&c->wrapped, 99);
    atomicAdd(&c->real, 0.5f);
    atomicAdd(&c->wide, 0.25);
    atomicAdd_system(&c->big, 3ull);
    atomicExch(&c->exchanged, 7);
    int seen = c->swapped, assumed;
    do {
        assumed = seen;
        seen = atomicCAS(&c->swapped, assumed, assumed + 2);
    } while (seen != assumed);
    nvshmem_ulonglong_atomic_add(everybody, 1, root);
    if (nvshmem_ulonglong_atomic_fetch(everybody, root) == 0) atomicExch(&c->exchanged, -1);
}

int main() {
    nvshmem_init();
    int npes = nvshmem_n_pes(), bad = 0;
    cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
    Counters *c, h;
    cudaMalloc((void**)&c, sizeof *c);
    cudaMemset(c, 0, sizeof *c);
    unsigned long long* everybody = (unsigned long long*)nvshmem_calloc(1, sizeof *everybody);
    count<<<4, 64>>>(c, everybody, 0);
    bad += cudaDeviceSynchronize() != cudaSuccess;
    nvshmem_barrier_all();
    cudaMemcpy(&h, c, sizeof h, cudaMemcpyDeviceToHost);
    bad += h.sum != 255 * 128 || h.most != 255 || h.least != -255 || h.bits != 0xffffffffu || h.wrapped != 56;
    bad += h.real != 128.0f || h.wide != 64.0 || h.big != 768 || h.exchanged != 7 || h.swapped != 512;
    bad += nvshmem_ulonglong_g(everybody, 0) != 256ull * npes;
    nvshmem_barrier_all();
    cudaFree(c);
    nvshmem_free(everybody);
    nvshmem_finalize();
    if (!bad) printf("PASSED\n");
    return bad != 0;
}
