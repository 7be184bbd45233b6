// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Launches in all the forms that programs use: plain, of templates, made by macros, through pointers, with
// overloads.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <vector>

namespace {

__global__ void number_threads(int* out, int base) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    out[thread] = base + thread;
}

/// Each thread hands its value to the next by shared memory.
__global__ void rotate_shared(int* data) {
    extern __shared__ int values[];
    values[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = values[(threadIdx.x + 1) % blockDim.x];
}

TEST(Launch, RunsEveryThreadOnce) {
    std::vector<int> out(7 * 96, -1);
    number_threads<<<7, 96>>>(out.data(), 1000);
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    for (int i = 0; i < 7 * 96; ++i) EXPECT_EQ(1000 + i, out[i]);
}

TEST(Launch, ThreadsMeetAndShareMemory) {
    std::vector<int> data(256);
    for (int i = 0; i < 256; ++i) data[i] = i;
    rotate_shared<<<1, 256, 256 * sizeof(int)>>>(data.data());
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    for (int i = 0; i < 256; ++i) EXPECT_EQ((i + 1) % 256, data[i]);
}

}  // namespace
