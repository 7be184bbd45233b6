// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A kernel that burns cycles by clock64, on-stream transfers behind it, callbacks and events between streams.
#include <cuda.h>
#include <cuda_runtime.h>
#include <getopt.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void burn(long long cycles, int* out) {
    long long start = clock64();
    while (clock64() < start + cycles);
    if (threadIdx.x == 0 && blockIdx.x == 0) *out += 1;
}

static void note(void* flag) { *(int*)flag = 1; }

int main(int argc, char** argv) {
    int c, iters = 5, cycles = 20000, bad = 0, called = 0;
    while ((c = getopt(argc, argv, "n:c:h")) != -1) {
        if (c == 'n') iters = atoi(optarg);
        if (c == 'c') cycles = atoi(optarg);
    }
    nvshmem_init();
    int mype = nvshmem_my_pe(), npes = nvshmem_n_pes(), peer = (mype + 1) % npes, got = 0;
    cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
    cudaStream_t work, other;
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaStreamCreate(&other);
    cudaEvent_t sent;
    cudaEventCreateWithFlags(&sent, cudaEventDisableTiming);
    int *value = (int*)nvshmem_calloc(1, sizeof(int)), *there = (int*)nvshmem_calloc(1, sizeof(int));
    for (int i = 0; i < iters; i++) {
        burn<<<2, 64, 0, work>>>(cycles, value);
        nvshmemx_putmem_on_stream(there, value, sizeof(int), peer, work);
    }
    nvshmemx_quiet_on_stream(work);
    cudaEventRecord(sent, work);
    cudaStreamWaitEvent(other, sent, 0);
    nvshmemx_barrier_all_on_stream(other);
    cudaMemcpyAsync(&got, there, sizeof(int), cudaMemcpyDeviceToHost, other);
    cudaLaunchHostFunc(other, note, &called);
    cudaStreamSynchronize(other);
    bad += got != iters || !called || cudaStreamQuery(work) != cudaSuccess ||
           cudaEventQuery(sent) != cudaSuccess;
    cudaEventDestroy(sent);
    cudaStreamDestroy(other);
    cudaStreamDestroy(work);
    nvshmem_free(there);
    nvshmem_free(value);
    nvshmem_finalize();
    if (!bad) printf("PASSED\n");
    return bad != 0;
}
