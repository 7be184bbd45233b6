// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Blocks of an ordinary launch that meet by atomicInc and a spin on volatile memory with an empty body;
// launched through a function pointer.
#include <cuda_runtime.h>
#include <limits.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>

typedef void (*bw_kernel_t)(double*, volatile unsigned int*, int, int, int);

__global__ void bw(double* data_d, volatile unsigned int* counter_d, int len, int pe, int iter) {
    int i, peer;
    unsigned int counter;
    int tid = (threadIdx.x * blockDim.y * blockDim.z + threadIdx.y * blockDim.z + threadIdx.z);
    int bid = blockIdx.x;
    int nblocks = gridDim.x;

    peer = !pe;
    for (i = 0; i < iter; i++) {
        nvshmemx_double_put_nbi_block(data_d + (bid * (len / nblocks)), data_d + (bid * (len / nblocks)),
                                      len / nblocks, peer);
        /* synchronizing across blocks */
        __syncthreads();
        if (!tid) {
            __threadfence();
            counter = atomicInc((unsigned int*)counter_d, UINT_MAX);
            if (counter == (gridDim.x * (i + 1) - 1)) *(counter_d + 1) += 1;
            while (*(counter_d + 1) != (unsigned)i + 1);
        }
        __syncthreads();
    }
    /* synchronize and call nvshmem_quiet */
    __syncthreads();
    if (!tid) {
        __threadfence();
        counter = atomicInc((unsigned int*)counter_d, UINT_MAX);
        if (counter == (gridDim.x * (i + 1) - 1)) {
            nvshmem_quiet();
            *(counter_d + 1) += 1;
        }
        while (*(counter_d + 1) != (unsigned)i + 1);
    }
    __syncthreads();
}

int main(int, char**) {
    nvshmem_init();
    const int mype = nvshmem_my_pe(), npes = nvshmem_n_pes(), len = 1 << 14, blocks = 16;
    if (npes != 2) {
        fprintf(stderr, "This test requires exactly two processes \n");
        nvshmem_finalize();
        return 1;
    }
    cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
    double* data_d = (double*)nvshmem_malloc(len * sizeof(double));
    unsigned int* counter_d;
    cudaMalloc((void**)&counter_d, sizeof(unsigned int) * 2);
    cudaMemset(counter_d, 0, sizeof(unsigned int) * 2);
    double* host = new double[len];
    for (int i = 0; i < len; i++) host[i] = mype == 0 ? i + 0.5 : -1;
    cudaMemcpy(data_d, host, len * sizeof(double), cudaMemcpyHostToDevice);
    cudaDeviceSynchronize();
    nvshmem_barrier_all();
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    bw_kernel_t kernel = bw;
    float milliseconds = 0;
    if (mype == 0) {
        cudaEventRecord(start);
        kernel<<<blocks, dim3(64, 2)>>>(data_d, counter_d, len, mype, 20);
        cudaEventRecord(stop);
        cudaEventSynchronize(stop);
        cudaEventElapsedTime(&milliseconds, start, stop);
    }
    nvshmem_barrier_all();
    cudaMemcpy(host, data_d, len * sizeof(double), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess || (mype == 0 && milliseconds <= 0);
    for (int i = 0; i < len; i++) bad += host[i] != i + 0.5;
    delete[] host;
    cudaFree(counter_d);
    nvshmem_free(data_d);
    nvshmem_finalize();
    if (!bad) printf("PASSED\n");
    return bad != 0;
}
