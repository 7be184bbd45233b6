// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Barriers of a block: shared memory before and after, early returns, votes, blocks that wait for each other.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <vector>

namespace {

/// Each thread hands its value to the next by shared memory.
__global__ void rotate_dynamic(int* data) {
    extern __shared__ __align__(16) int values[];
    values[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = values[(threadIdx.x + 1) % blockDim.x];
}

template <class T>
__global__ void rotate_static(T* data, int rounds) {
    __shared__ alignas(16) T values[1024], copy;
    static __shared__ int last;
    for (int round = 0; round < rounds; ++round) {
        values[threadIdx.x] = data[threadIdx.x];
        if (threadIdx.x == 0) copy = data[0];
        if (threadIdx.x == blockDim.x - 1) last = threadIdx.x;
        __syncthreads();
        data[threadIdx.x] = static_cast<int>(threadIdx.x) == last ? copy : values[threadIdx.x + 1];
        __syncthreads();
    }
}

extern __shared__ double wide[][2];
__global__ void namespace_shared(double* out) {
    wide[threadIdx.x][1] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = wide[blockDim.x - 1 - threadIdx.x][1];
}

/// Thread i returns before barrier i; those that are left sum up what is there.
__global__ void leave_early(int* met) {
    for (unsigned round = 0; round < blockDim.x; ++round) {
        if (threadIdx.x == round) return;
        met[round] += __syncthreads_count(1);
    }
}

__global__ void vote(int* out) {
    const int odd = threadIdx.x % 2;
    const int count = __syncthreads_count(odd), all = __syncthreads_and(odd), any = __syncthreads_or(odd);
    const int none = __syncthreads_or(0), whole = __syncthreads_and(1);
    if (count == static_cast<int>(blockDim.x / 2) && !all && any && !none && whole) atomicAdd(out, 1);
}

/// Warps wait for each other by flags, in the order against which they start.
__global__ void pass_down(volatile int* flags, int* order) {
    const int i = static_cast<int>(threadIdx.x);
    if (i + 1 < static_cast<int>(blockDim.x))
        while (flags[i + 1] == 0);
    *order = *order * 3 + i;
    flags[i] = 1;
}

/// All blocks meet at a counter, by spins that call nothing.
__global__ void meet_blocks(unsigned* arrived, volatile unsigned* generation, int rounds) {
    for (int round = 0; round < rounds; ++round) {
        __syncthreads();
        if (threadIdx.x == 0) {
            const unsigned before = *generation;
            if (atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1) {
                *generation = before + 1;
            } else {
                while (*generation == before) {
                }
            }
        }
        __syncthreads();
    }
}

class Threads : public testing::TestWithParam<int> {};

TEST_P(Threads, HandOnByDynamicSharedMemory) {
    const int n = GetParam();
    std::vector<int> data(n);
    for (int i = 0; i < n; ++i) data[i] = i;
    rotate_dynamic<<<1, n, n * sizeof(int)>>>(data.data());
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i) EXPECT_EQ((i + 1) % n, data[i]);
}

TEST_P(Threads, HandOnByStaticSharedMemory) {
    const int n = GetParam();
    std::vector<long> data(n);
    for (int i = 0; i < n; ++i) data[i] = i;
    rotate_static<<<1, n>>>(data.data(), 5);
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i) EXPECT_EQ((i + 5) % n, data[i]);
}

TEST_P(Threads, ReturnBeforeABarrier) {
    const int n = GetParam();
    std::vector<int> met(n);
    leave_early<<<1, n>>>(met.data());
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i) EXPECT_EQ((n - 1 - i) * (n - 1 - i), met[i]);
}

INSTANTIATE_TEST_SUITE_P(Barrier, Threads, testing::Values(1, 2, 31, 33, 256, 1024));

TEST(Barrier, SharedArrayOfTheNamespace) {
    double out[8];
    namespace_shared<<<1, 8, sizeof(double[8][2])>>>(out);
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    for (int i = 0; i < 8; ++i) EXPECT_EQ(7 - i, out[i]);
}

TEST(Barrier, Votes) {
    int right = 0;
    vote<<<3, 64>>>(&right);
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    EXPECT_EQ(3 * 64, right);
}

TEST(Barrier, SpinsOfOneBlockLetItsOtherThreadsRun) {
    std::vector<int> flags(8);
    int order = 0;
    pass_down<<<1, 8>>>(flags.data(), &order);
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    int expected = 0;
    for (int i = 7; i >= 0; --i) expected = expected * 3 + i;
    EXPECT_EQ(expected, order);
}

TEST(Barrier, BlocksWaitForEachOther) {
    for (int blocks : {2, 8, 32}) {
        unsigned arrived = 0, generation = 0;
        meet_blocks<<<blocks, 64>>>(&arrived, &generation, 20);
        ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
        EXPECT_EQ(20u, generation);
    }
}

}  // namespace
