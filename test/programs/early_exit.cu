// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Threads and blocks that leave before the others meet; one thread waits for a signal while the rest stands
// at the barrier.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void relay(int* data, uint64_t* signals, int n, int mype, int npes) {
    int peer = (mype + 1) % npes, chunk = n / gridDim.x;
    int* mine = data + blockIdx.x * chunk;
    uint64_t* signal = signals + blockIdx.x;
    if (chunk == 0 || threadIdx.x >= blockDim.x - 3) return;
    if (mype > 0) {
        if (threadIdx.x == 0) nvshmem_signal_wait_until(signal, NVSHMEM_CMP_EQ, 1);
        __syncthreads();
    }
    for (int i = threadIdx.x; i < chunk; i += blockDim.x - 3) mine[i] += 1;
    __syncthreads();
    if (peer == 0) return;
    if (threadIdx.x == 0) nvshmem_int_put_signal_nbi(mine, mine, chunk, signal, 1, NVSHMEM_SIGNAL_SET, peer);
    if (threadIdx.x == 0) nvshmem_quiet();
}

int main() {
    nvshmem_init();
    int mype = nvshmem_my_pe(), npes = nvshmem_n_pes(), n = 8 * 500, bad = 0;
    cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    int* data = (int*)nvshmem_calloc(n, sizeof(int));
    uint64_t* signals = (uint64_t*)nvshmem_calloc(8, sizeof(uint64_t));
    void* args[] = {&data, &signals, &n, &mype, &npes};
    dim3 gridDim(8), blockDim(100);
    if (nvshmemx_collective_launch((const void*)relay, gridDim, blockDim, args, 0, stream) != 0) return 1;
    nvshmemx_barrier_all_on_stream(stream);
    int* h = (int*)malloc(n * sizeof(int));
    cudaMemcpyAsync(h, data, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    for (int i = 0; i < n; i++) bad += h[i] != mype + 1;
    free(h);
    nvshmem_free(signals);
    nvshmem_free(data);
    nvshmem_finalize();
    if (!bad) printf("PASSED\n");
    return bad != 0;
}
