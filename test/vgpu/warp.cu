// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Warp functions and atomics, each against what the lanes' values say.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <vector>

namespace {

constexpr unsigned kAll = 0xffffffff;

template <class T>
__global__ void shuffle(T* out, int width) {
    const T mine = static_cast<T>(threadIdx.x * 3 + 1);
    T* to = out + 4 * threadIdx.x;
    to[0] = __shfl_sync(kAll, mine, 5, width);
    to[1] = __shfl_up_sync(kAll, mine, 3, width);
    to[2] = __shfl_down_sync(kAll, mine, 2, width);
    to[3] = __shfl_xor_sync(kAll, mine, 1, width);
}

template <class T>
void check_shuffles(int width) {
    std::vector<T> out(4 * 64, -1);
    shuffle<<<1, 64>>>(out.data(), width);
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    const auto value = [](int thread) { return static_cast<T>(thread * 3 + 1); };
    for (int i = 0; i < 64; ++i) {
        const int begin = i / width * width, in = i % width;
        EXPECT_EQ(value(begin + 5 % width), out[4 * i]) << i;
        EXPECT_EQ(value(in >= 3 ? i - 3 : i), out[4 * i + 1]) << i;
        EXPECT_EQ(value(in + 2 < width ? i + 2 : i), out[4 * i + 2]) << i;
        EXPECT_EQ(value(i ^ 1), out[4 * i + 3]) << i;
    }
}

TEST(Warp, Shuffles) {
    for (int width : {4, 8, 32}) {
        check_shuffles<int>(width);
        check_shuffles<double>(width);
        check_shuffles<char>(width);
    }
}

/// Halves of a warp, with masks of their own, at the same time; and a sum by halving.
__global__ void halves(int* out) {
    const unsigned mask = threadIdx.x % 32 < 16 ? 0x0000ffff : 0xffff0000;
    int sum = threadIdx.x;
    if (threadIdx.x % 32 < 16) {
        for (int by = 8; by > 0; by /= 2) sum += __shfl_xor_sync(mask, sum, by);
    } else {
        for (int by = 8; by > 0; by /= 2) sum += __shfl_xor_sync(mask, sum, by);
        sum = -sum;
    }
    out[threadIdx.x] = sum;
}

TEST(Warp, PartsOfAWarpMeetByThemselves) {
    std::vector<int> out(96);
    halves<<<1, 96>>>(out.data());
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    for (int i = 0; i < 96; ++i) {
        const int first = i / 16 * 16, sum = 16 * first + 120;
        EXPECT_EQ(i % 32 < 16 ? sum : -sum, out[i]);
    }
}

__global__ void votes(int* right) {
    const int lane = threadIdx.x % 32;
    bool good = __ballot_sync(kAll, lane % 3 == 0) == 0x49249249;
    good = good && !__all_sync(kAll, lane < 31) && __all_sync(kAll, 1) && __any_sync(kAll, lane == 7) &&
           !__any_sync(kAll, 0);
    good = good && __match_any_sync(kAll, lane / 8) == 0xffu << lane / 8 * 8;
    int equal = -1;
    good = good && __match_all_sync(kAll, 4.5, &equal) == kAll && equal == 1;
    good = good && __match_all_sync(kAll, lane, &equal) == 0 && equal == 0;
    good = good && __reduce_add_sync(kAll, lane) == 496 && __reduce_max_sync(kAll, -lane) == 0 &&
           __reduce_min_sync(kAll, lane) == 0;
    good = good && __reduce_or_sync(kAll, 1u << lane) == kAll && __reduce_xor_sync(kAll, 3u) == 0 &&
           __reduce_and_sync(kAll, 6u) == 6;
    if (good) atomicAdd(right, 1);
}

TEST(Warp, VotesMatchesAndReductions) {
    int right = 0;
    votes<<<2, 128>>>(&right);
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    EXPECT_EQ(256, right);
}

/// Lanes that return do not count; a last warp that is not full has fewer.
__global__ void returns(int* sums) {
    const int lane = threadIdx.x % 32;
    for (int round = 0; round < 4; ++round) {
        if (lane == round) return;
        atomicAdd(sums + round, __popc(__ballot_sync(kAll, 1)));
        __syncwarp();
    }
}

TEST(Warp, LanesThatReturnedDoNotCount) {
    int sums[4] = {};
    returns<<<1, 40>>>(sums);
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    for (int i = 0; i < 4; ++i) EXPECT_EQ((31 - i) * (31 - i) + (7 - i) * (7 - i), sums[i]);
}

/// One lane of those that come along adds for all of them.
__global__ void aggregate(int* counter, int* tickets) {
    if (threadIdx.x % 3 == 0) {
        const unsigned mask = __activemask();
        const int leader = __ffs(mask) - 1, lane = threadIdx.x % 32;
        int base = 0;
        if (lane == leader) base = atomicAdd(counter, __popc(mask));
        base = __shfl_sync(mask, base, leader);
        ++tickets[base + __popc(mask & ((1u << lane) - 1))];
    }
}

TEST(Warp, LanesThatAreHereTogether) {
    int counter = 0, tickets[33] = {};
    aggregate<<<1, 97>>>(&counter, tickets);
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    EXPECT_EQ(33, counter);
    for (int ticket : tickets) EXPECT_EQ(1, ticket);
}

template <class T>
__global__ void atomics(T* cells) {
    atomicAdd(cells, 1);
    atomicSub_block(cells + 1, 1);
    atomicMax_system(cells + 2, threadIdx.x);
    atomicMin(cells + 3, -static_cast<T>(threadIdx.x));
    T seen = cells[4];
    T before;
    do {
        before = seen;
        seen = atomicCAS(cells + 4, before, before + 2);
    } while (seen != before);
    if (threadIdx.x == 17) atomicExch(cells + 5, 5);
}

template <class T>
void check_atomics() {
    T cells[6] = {};
    atomics<<<4, 64>>>(cells);
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    EXPECT_EQ(T(256), cells[0]);
    EXPECT_EQ(T(-256), cells[1]);
    EXPECT_EQ(T(63), cells[2]);
    EXPECT_EQ(T(-63), cells[3]);
    EXPECT_EQ(T(512), cells[4]);
    EXPECT_EQ(T(5), cells[5]);
}

TEST(Atomics, OfEachType) {
    check_atomics<int>();
    check_atomics<long long>();
    check_atomics<float>();
    check_atomics<double>();
}

__global__ void bit_atomics(unsigned* cells) {
    atomicAnd(cells, ~(1u << threadIdx.x));
    atomicOr(cells + 1, 1u << threadIdx.x);
    atomicXor(cells + 2, 3u << threadIdx.x);
    atomicInc(cells + 3, 6);
    atomicDec(cells + 4, 6);
}

TEST(Atomics, OfBits) {
    unsigned cells[5] = {kAll, 0, 0, 0, 0};
    bit_atomics<<<1, 20>>>(cells);
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    EXPECT_EQ(0xfff00000, cells[0]);
    EXPECT_EQ(0x000fffffu, cells[1]);
    EXPECT_EQ(0x00100001u, cells[2]);
    EXPECT_EQ(20u % 7, cells[3]);
    EXPECT_EQ(7 - 20u % 7, cells[4]);
}

/// A lock: each thread spins until it has it.
__global__ void lock(int* word, int* sum) {
    while (atomicCAS(word, 0, 1) != 0);
    const int before = *sum;
    __syncwarp(1u << threadIdx.x % 32);
    *sum = before + 1;
    __threadfence();
    atomicExch(word, 0);
}

TEST(Atomics, ALock) {
    int word = 0, sum = 0;
    lock<<<8, 64>>>(&word, &sum);
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    EXPECT_EQ(512, sum);
}

}  // namespace
