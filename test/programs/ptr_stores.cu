// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Plain loads and stores through nvshmem_ptr, a flag behind a system fence, and volatile polling.
#include <cstdio>
#include "cuda_runtime.h"
#include "nvshmem.h"
#include "nvshmemx.h"

__global__ void exchange(int* data, volatile int* flag, int* out, int n, int peer) {
    int* remote = (int*)nvshmem_ptr(data, peer);
    volatile int* remote_flag = (volatile int*)nvshmem_ptr((void*)flag, peer);
    if (remote == NULL || remote_flag == NULL) return;
    for (int i = threadIdx.x; i < n; i += blockDim.x) remote[i] = nvshmem_my_pe() * n + i;
    __threadfence_system();
    __syncthreads();
    if (threadIdx.x == 0) {
        *remote_flag = 1;
        while (*flag == 0) {
        }
        __threadfence_system();
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = data[i];
}

int main() {
    nvshmem_init();
    const int me = nvshmem_my_pe(), n_pes = nvshmem_n_pes(), n = 777;
    cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
    if (n_pes == 2) {
        int *data = (int*)nvshmem_malloc(n * sizeof(int)), *flag = (int*)nvshmem_calloc(1, sizeof(int)), *out,
            *host;
        cudaMalloc(&out, n * sizeof(int));
        cudaMallocHost(&host, n * sizeof(int));
        exchange<<<1, 96>>>(data, flag, out, n, 1 - me);
        cudaMemcpy(host, out, n * sizeof(int), cudaMemcpyDefault);
        int bad = cudaGetLastError() != cudaSuccess;
        for (int i = 0; i < n; i++) bad += host[i] != (1 - me) * n + i;
        cudaFreeHost(host);
        cudaFree(out);
        nvshmem_barrier_all();
        nvshmem_free(flag);
        nvshmem_free(data);
        if (!bad) printf("PASSED\n");
        nvshmem_finalize();
        return bad != 0;
    }
    nvshmem_finalize();
    printf("needs two PEs\n");
    return 1;
}
