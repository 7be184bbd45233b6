// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels and a reduction in one stream, without the host in between: each PE counts its values above a
// limit, the counts are added over all PEs, and where they are too many everybody lowers its values.
//     nvshmrun -n 4 on-stream
#include <vector>

#include "check.h"

constexpr int threads = 512, limit = 200;

__global__ void count_high(const int* values, int* mine) {
    __shared__ int high;
    if (threadIdx.x == 0) high = 0;
    __syncthreads();
    if (values[threadIdx.x] > limit) atomicAdd(&high, 1);
    __syncthreads();
    if (threadIdx.x == 0) *mine = high;
}

__global__ void lower(int* values, const int* total, int most) {
    if (*total > most && values[threadIdx.x] > limit) values[threadIdx.x] = limit;
}

int main() {
    nvshmem_init();
    take_device();
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    int* values = static_cast<int*>(nvshmem_malloc(threads * sizeof(int)));
    int* counts = static_cast<int*>(nvshmem_malloc(2 * sizeof(int)));  // mine, and of all

    std::vector<int> host(threads);
    for (int i = 0; i < threads; ++i) host[i] = (i * 37 + me * 11) % 401;
    CUDA_CHECK(cudaMemcpyAsync(values, host.data(), threads * sizeof(int), cudaMemcpyHostToDevice, stream));
    count_high<<<1, threads, 0, stream>>>(values, &counts[0]);
    nvshmemx_int_sum_reduce_on_stream(NVSHMEM_TEAM_WORLD, &counts[1], &counts[0], 1, stream);
    lower<<<1, threads, 0, stream>>>(values, &counts[1], 100);

    std::vector<int> lowered(threads);
    int total = 0;
    CUDA_CHECK(
        cudaMemcpyAsync(lowered.data(), values, threads * sizeof(int), cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaMemcpyAsync(&total, &counts[1], sizeof(int), cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));

    int expected = 0;
    for (int pe = 0; pe < pes; ++pe)
        for (int i = 0; i < threads; ++i) expected += (i * 37 + pe * 11) % 401 > limit;
    long wrong = total != expected;
    for (int i = 0; i < threads; ++i) wrong += lowered[i] != (host[i] > limit ? limit : host[i]);
    const int status = passed("on-stream", wrong);
    nvshmem_free(counts);
    nvshmem_free(values);
    CUDA_CHECK(cudaStreamDestroy(stream));
    nvshmem_finalize();
    return status;
}
