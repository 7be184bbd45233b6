// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Signals from many PEs, waited for by any, some and all, and tested; with compare operators.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>

__global__ void tell_all(uint64_t* flags, int mype, int npes) {
    for (int pe = threadIdx.x; pe < npes; pe += blockDim.x)
        nvshmemx_signal_op(flags + mype, mype + 10, NVSHMEM_SIGNAL_SET, pe);
}

__global__ void listen(uint64_t* flags, int* status, size_t* indices, int npes, int* bad) {
    size_t first = nvshmem_uint64_wait_until_any(flags, npes, NULL, NVSHMEM_CMP_GT, 0);
    if (first >= (size_t)npes) (*bad)++;
    size_t seen = 0;
    for (int i = 0; i < npes; i++) status[i] = 0;
    while (seen < (size_t)npes) {
        size_t some = nvshmem_uint64_wait_until_some(flags, npes, indices, status, NVSHMEM_CMP_GE, 10);
        for (size_t k = 0; k < some; k++) {
            if (flags[indices[k]] != indices[k] + 10) (*bad)++;
            status[indices[k]] = 1;
        }
        seen += some;
    }
    nvshmem_uint64_wait_until_all(flags, npes, NULL, NVSHMEM_CMP_NE, 0);
    if (!nvshmem_uint64_test_all(flags, npes, NULL, NVSHMEM_CMP_LT, 1000)) (*bad)++;
    if (nvshmem_uint64_test(flags, NVSHMEM_CMP_EQ, 11)) (*bad)++;
}

int main() {
    nvshmem_init();
    int mype = nvshmem_my_pe(), npes = nvshmem_n_pes(), *status, *bad;
    size_t* indices;
    cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
    uint64_t* flags = (uint64_t*)nvshmem_calloc(npes, sizeof(uint64_t));
    cudaMalloc((void**)&status, npes * sizeof(int));
    cudaMalloc((void**)&indices, npes * sizeof(size_t));
    cudaHostAlloc((void**)&bad, sizeof(int), cudaHostAllocDefault);
    *bad = 0;
    cudaStream_t one, two;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    listen<<<1, 1, 0, one>>>(flags, status, indices, npes, bad); /* waits for what the other stream sends */
    tell_all<<<1, 8, 0, two>>>(flags, mype, npes);
    int failed =
        cudaStreamSynchronize(one) != cudaSuccess || cudaStreamSynchronize(two) != cudaSuccess || *bad;
    nvshmem_barrier_all();
    cudaFreeHost(bad);
    cudaStreamDestroy(two);
    cudaStreamDestroy(one);
    nvshmem_finalize();
    if (!failed) printf("PASSED\n");
    return failed;
}
