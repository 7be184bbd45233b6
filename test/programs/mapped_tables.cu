// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Result tables in mapped host memory, unified addressing asserted, both events and a device assert.
#include <assert.h>
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CUDA_RUNTIME_CHECK(stmt)                                                  \
    do {                                                                          \
        cudaError_t result = (stmt);                                              \
        if (cudaSuccess != result) {                                              \
            fprintf(stderr, "[%s:%d] cuda failed with %s \n", __FILE__, __LINE__, \
                    cudaGetErrorString(result));                                  \
            exit(-1);                                                             \
        }                                                                         \
        assert(cudaSuccess == result);                                            \
    } while (0)

void alloc_tables(void*** table_mem, int num_tables, int num_entries_per_table) {
    void** tables;
    int i, dev_property, dev;
    CUDA_RUNTIME_CHECK(cudaGetDevice(&dev));
    CUDA_RUNTIME_CHECK(cudaDeviceGetAttribute(&dev_property, cudaDevAttrUnifiedAddressing, dev));
    assert(dev_property == 1);
    CUDA_RUNTIME_CHECK(cudaHostAlloc(table_mem, num_tables * sizeof(void*), cudaHostAllocMapped));
    tables = *table_mem;
    for (i = 0; i < num_tables; i++) {
        CUDA_RUNTIME_CHECK(
            cudaHostAlloc(&tables[i], num_entries_per_table * sizeof(double), cudaHostAllocMapped));
        memset(tables[i], 0, num_entries_per_table * sizeof(double));
    }
}

void free_tables(void** tables, int num_tables) {
    for (int i = 0; i < num_tables; i++) CUDA_RUNTIME_CHECK(cudaFreeHost(tables[i]));
    CUDA_RUNTIME_CHECK(cudaFreeHost(tables));
}

__global__ void fill(uint64_t* sizes, double* latencies, int entries, uint64_t* flag, int peer) {
    assert(entries > 0);
    for (int i = threadIdx.x; i < entries; i += blockDim.x) {
        sizes[i] = 8ull << i;
        latencies[i] = 0.25 * i;
    }
    __syncthreads();
    if (!threadIdx.x) nvshmemx_signal_op(flag, 1, NVSHMEM_SIGNAL_ADD, peer);
}

int main() {
    nvshmem_init();
    int mype = nvshmem_my_pe(), npes = nvshmem_n_pes(), bad = 0;
    CUDA_RUNTIME_CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
    void** h_tables;
    alloc_tables(&h_tables, 2, 16);
    uint64_t* h_size_arr = (uint64_t*)h_tables[0];
    double *h_lat = (double*)h_tables[1], *d_lat = NULL;
    CUDA_RUNTIME_CHECK(cudaHostGetDevicePointer((void**)&d_lat, h_lat, 0));
    uint64_t* flag = (uint64_t*)nvshmem_calloc(1, sizeof(uint64_t));
    fill<<<1, 32>>>(h_size_arr, d_lat, 16, flag, (mype + 1) % npes);
    CUDA_RUNTIME_CHECK(cudaDeviceSynchronize());
    nvshmem_signal_wait_until(flag, NVSHMEM_CMP_EQ, 1);
    for (int i = 0; i < 16; i++) bad += h_size_arr[i] != 8ull << i || h_lat[i] != 0.25 * i;
    struct cudaDeviceProp prop;
    CUDA_RUNTIME_CHECK(cudaGetDeviceProperties(&prop, 0));
    bad += prop.name[0] == 0 || prop.major < 7 || prop.pciBusID < 0;
    free_tables(h_tables, 2);
    nvshmem_free(flag);
    nvshmem_finalize();
    if (!bad) printf("PASSED\n");
    return bad != 0;
}
