// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Dynamic shared memory, templates with a bool, forced inlining, unrolled loops, y and z of the indices,
// pointers from plain malloc given to kernels.
#include <cuda.h>
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>

#include <cstdio>
#include <vector>

using namespace std;

#define CUDA_CHECK(stmt)                                                          \
    do {                                                                          \
        cudaError_t result = (stmt);                                              \
        if (cudaSuccess != result) {                                              \
            fprintf(stderr, "[%s:%d] CUDA failed with %s \n", __FILE__, __LINE__, \
                    cudaGetErrorString(result));                                  \
            exit(-1);                                                             \
        }                                                                         \
    } while (0)

__forceinline__ __device__ int64_t lower(int64_t value, int64_t bound) {
    return value < bound ? value : bound;
}

/* one thread for each expert: where the tokens of each begin, by a scan in shared memory */
template <bool inclusive>
__global__ void token_offsets(int64_t* counts, int64_t* offsets) {
    extern __shared__ int64_t smem[];
    int64_t* partial = smem + blockDim.x;
    smem[threadIdx.x] = counts[threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int step = 1; step < 64; step *= 2) {
        int64_t mine = smem[threadIdx.x];
        if ((int)threadIdx.x >= step) mine += smem[threadIdx.x - step];
        partial[threadIdx.x] = mine;
        __syncthreads();
        smem[threadIdx.x] = partial[threadIdx.x];
        __syncthreads();
    }
    offsets[threadIdx.x] = inclusive ? smem[threadIdx.x] : smem[threadIdx.x] - counts[threadIdx.x];
}

__global__ void fetch_counts(int64_t* everyone, int64_t* mine, int experts) {
    int pe = blockIdx.y, expert = blockIdx.z * blockDim.z + threadIdx.z;
    if (expert < experts)
        everyone[pe * experts + expert] = nvshmem_int64_g(mine + lower(expert, experts - 1), pe);
}

int main(int argc, char* argv[]) {
    const int experts = argc > 1 ? atoi(argv[1]) : 48;
    nvshmem_init();
    int mype = nvshmem_my_pe(), npes = nvshmem_n_pes();
    CUDA_CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    int64_t* mine = (int64_t*)nvshmem_malloc(experts * sizeof(int64_t));
    int64_t* everyone = (int64_t*)malloc(npes * experts * sizeof(int64_t)); /* pageable */
    int64_t* offsets = (int64_t*)malloc(experts * sizeof(int64_t));
    vector<int64_t> counts(experts);
    for (int e = 0; e < experts; e++) counts[e] = (e * 7 + mype) % 5;
    CUDA_CHECK(
        cudaMemcpyAsync(mine, counts.data(), experts * sizeof(int64_t), cudaMemcpyHostToDevice, stream));
    nvshmemx_barrier_all_on_stream(stream);
    fetch_counts<<<dim3(1, npes, (experts + 7) / 8), dim3(1, 1, 8), 0, stream>>>(everyone, mine, experts);
    token_offsets<false><<<1, experts, 2 * experts * sizeof(int64_t), stream>>>(everyone, offsets);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaStreamSynchronize(stream));

    int bad = 0;
    int64_t expected = 0;
    for (int pe = 0; pe < npes; pe++)
        for (int e = 0; e < experts; e++) bad += everyone[pe * experts + e] != (e * 7 + pe) % 5;
    for (int e = 0; e < experts; e++) {
        bad += offsets[e] != expected;
        expected += (e * 7) % 5;
    }
    const void* instance = (const void*)token_offsets<true>;
    void* args[] = {&everyone, &offsets};
    int gridsize = 0;
    if (nvshmemx_collective_launch_query_gridsize(instance, experts, args, 2 * experts * sizeof(int64_t),
                                                  &gridsize))
        bad++;
    if (gridsize < 96) printf("grid size %d < 96\n", gridsize), bad++;
    if (nvshmemx_collective_launch(instance, 1, experts, args, 2 * experts * sizeof(int64_t), stream)) bad++;
    CUDA_CHECK(cudaStreamSynchronize(stream));
    bad += offsets[experts - 1] != expected;
    nvshmem_barrier_all();
    nvshmem_free(mine);
    free(offsets);
    free(everyone);
    nvshmem_finalize();
    if (!bad) printf("PASSED\n");
    return bad != 0;
}
