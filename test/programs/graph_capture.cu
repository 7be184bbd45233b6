// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// On-stream collectives captured into a graph that is launched again and again, timed by events.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <iostream>
#include <vector>

#define CUDA_CHECK(stmt)                                                                                 \
    do {                                                                                                 \
        cudaError_t result = (stmt);                                                                     \
        if (cudaSuccess != result) {                                                                     \
            std::cerr << __FILE__ << ":" << __LINE__ << ": " << cudaGetErrorString(result) << std::endl; \
            exit(-1);                                                                                    \
        }                                                                                                \
    } while (0)

#define CALL_RDXN_ON_STREAM(TYPENAME, TYPE, OP, team, dest, source, nelems, stream) \
    nvshmemx_##TYPENAME##_##OP##_reduce_on_stream(team, (TYPE*)dest, (const TYPE*)source, nelems, stream)

__global__ void bump(float* values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] += 1.0f;
}

int main() {
    nvshmem_init();
    int mype = nvshmem_my_pe(), npes = nvshmem_n_pes();
    CUDA_CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
    const int n = 1000, iters = 6, launches = 5;
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    float *source = (float*)nvshmem_malloc(n * sizeof(float)),
          *dest = (float*)nvshmem_malloc(n * sizeof(float));
    std::vector<float> h(n, mype);
    CUDA_CHECK(cudaMemcpy(source, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    nvshmem_barrier_all();

    cudaGraph_t graph;
    cudaGraphExec_t instance;
    CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < iters; i++) {
        bump<<<(n + 127) / 128, 128, 0, stream>>>(source, n);
        CALL_RDXN_ON_STREAM(float, float, sum, NVSHMEM_TEAM_WORLD, dest, source, n, stream);
        nvshmemx_barrier_all_on_stream(stream);
    }
    CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
    CUDA_CHECK(cudaGraphInstantiate(&instance, graph, NULL, NULL, 0));

    cudaEvent_t start, stop;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    CUDA_CHECK(cudaEventRecord(start, stream));
    for (int i = 0; i < launches; i++) CUDA_CHECK(cudaGraphLaunch(instance, stream));
    CUDA_CHECK(cudaEventRecord(stop, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    float ms = 0;
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));

    CUDA_CHECK(cudaMemcpy(h.data(), dest, n * sizeof(float), cudaMemcpyDeviceToHost));
    int bad = ms <= 0;
    for (int i = 0; i < n; i++) bad += h[i] != npes * (npes - 1) / 2 + npes * iters * launches;
    CUDA_CHECK(cudaGraphExecDestroy(instance));
    CUDA_CHECK(cudaGraphDestroy(graph));
    nvshmem_free(dest);
    nvshmem_free(source);
    nvshmem_finalize();
    if (!bad) std::cout << "PASSED" << std::endl;
    return bad != 0;
}
