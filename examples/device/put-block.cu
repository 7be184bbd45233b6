// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A block sends together: each of the blocks writes its part of an array and then puts it with one call of
// all its threads.     nvshmrun -n 4 put-block
#include <vector>

#include "check.h"

constexpr int threads = 1024, blocks = 8, count = threads * blocks;

__global__ void fill_and_send(float* destination, float* source, int right) {
    const int first = blockIdx.x * blockDim.x, part = min(static_cast<int>(blockDim.x), count - first);
    const int i = first + threadIdx.x;
    if (i < count) source[i] = static_cast<float>(nvshmem_my_pe() * count + i);
    __syncthreads();  // the call reads what all threads have written
    nvshmemx_float_put_block(destination + first, source + first, part, right);
}

int main() {
    nvshmem_init();
    take_device();
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    float* source = static_cast<float*>(nvshmem_malloc(count * sizeof(float)));
    float* destination = static_cast<float*>(nvshmem_malloc(count * sizeof(float)));

    fill_and_send<<<blocks, threads>>>(destination, source, (me + 1) % pes);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    nvshmem_barrier_all();

    std::vector<float> received(count);
    CUDA_CHECK(cudaMemcpy(received.data(), destination, count * sizeof(float), cudaMemcpyDefault));
    const int left = (me + pes - 1) % pes;
    long wrong = 0;
    for (int i = 0; i < count; ++i) wrong += received[i] != static_cast<float>(left * count + i);
    const int status = passed("put-block", wrong);
    nvshmem_free(destination);
    nvshmem_free(source);
    nvshmem_finalize();
    return status;
}
