// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Launches in all the forms that programs use: plain, of templates, made by macros, through pointers, of
// overloads.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <vector>

using namespace std;  // as programs do: min and max must stay clear

namespace {

__global__ void number_threads(int* out, int base) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    out[thread] = base + thread;
}

/// Each index must come once, in three dimensions.
__global__ void __launch_bounds__(256, 2) count_indices(int* counts) {
    const dim3 g = gridDim, b = blockDim;
    const unsigned block = blockIdx.x + g.x * (blockIdx.y + g.y * blockIdx.z);
    const unsigned thread = threadIdx.x + b.x * (threadIdx.y + b.y * threadIdx.z);
    ++counts[block * b.x * b.y * b.z + thread];
}

template <typename T, int N, class... More>
__global__ void fill(T* out, T value, More... more) {
    if (threadIdx.x < N) out[threadIdx.x] = value + static_cast<T>((more + ... + 0));
}

template <class T, int>
__global__ static void unnamed_parameters(T* out, int, const T&) {
    *out = sizeof(T);
}

template <>
__global__ void fill<char, 2>(char* out, char) {
    *out = 'x';
}

#define MAKE_KERNEL(type, name, op) \
    extern "C" __global__ void name##_##type(type* out, type value) { *out = *out op value; }
MAKE_KERNEL(int, add, +)
MAKE_KERNEL(double, times, *)

__global__ void overloaded(int* out) { *out = 1; }
__global__ void overloaded(float* out) { *out = 2; }

struct Pair {
    long a;
    char b;
};
__global__ void take_struct(const Pair pair, long* out, unsigned char small) {
    *out = pair.a + pair.b + small;
}

struct Holder {
    template <class T>
    static __global__ void member(T* out) {
        *out = 7;
    }
    void (*pointer)(int*, int);
};

__device__ int twice(int x) { return 2 * x; }
__global__ void calls_function(int* out) { *out = twice(min(21, 40u)) + max(0, -1); }

TEST(Launch, RunsEveryThreadOnce) {
    vector<int> out(7 * 96, -1);
    number_threads<<<7, 96>>>(out.data(), 1000);
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    for (int i = 0; i < 7 * 96; ++i) EXPECT_EQ(1000 + i, out[i]);
}

TEST(Launch, IndicesHaveThreeDimensions) {
    vector<int> counts(2 * 3 * 4 * 5 * 3 * 2);
    count_indices<<<dim3(2, 3, 4), dim3(5, 3, 2)>>>(counts.data());
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    for (int count : counts) EXPECT_EQ(1, count);
}

TEST(Launch, Templates) {
    float f[4] = {};
    fill<float, 3><<<1, 4>>>(f, 1.5f, 2, 3L);
    short s[2] = {};
    fill<short, 2, int><<<1, 2, 0, 0>>>(s, 9, 1);
    char c = 0;
    fill<char, 2><<<1, 1>>>(&c, 'y');
    long size = 0;
    unnamed_parameters<long, 5><<<dim3{1}, 1>>>(&size, 1, 2L);
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    EXPECT_EQ(6.5f, f[2]);
    EXPECT_EQ(0, f[3]);
    EXPECT_EQ(10, s[1]);
    EXPECT_EQ('x', c);
    EXPECT_EQ(8, size);
}

#define LAUNCH(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)

TEST(Launch, MadeByMacros) {
    int i = 40;
    double d = 4;
    LAUNCH(add_int, &i, 2);
    LAUNCH(times_double, &d, 2);
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    EXPECT_EQ(42, i);
    EXPECT_EQ(8, d);
}

TEST(Launch, OverloadsPointersAndMembers) {
    int i = 0, j[2] = {};
    float f = 0;
    overloaded<<<1, 1>>>(&i);
    overloaded<<<1, 1>>>(&f);
    auto pointer = &number_threads;
    if (i == 0) pointer = nullptr, pointer = number_threads;
    pointer<<<1, 2>>>(j, 5);
    Holder holder{number_threads};
    holder.pointer<<<1, 1>>>(j, 8);
    long member = 0;
    Holder::member<long><<<1, 1>>>(&member);
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    EXPECT_EQ(1, i);
    EXPECT_EQ(2, f);
    EXPECT_EQ(8, j[0]);
    EXPECT_EQ(6, j[1]);
    EXPECT_EQ(7, member);
}

TEST(Launch, ArgumentsAreConvertedAndCopied) {
    long out = 0;
    take_struct<<<1, 1>>>({40, 1}, &out, 1);
    int value = 0;
    calls_function<<<1, 1>>>(&value);
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    EXPECT_EQ(42, out);
    EXPECT_EQ(42, value);
}

TEST(Launch, ALaunchInALambdaInAnArgument) {
    int i = 0, j = 0;
    number_threads<<<1, 1>>>(&i, [&] {
        add_int<<<1, 1>>>(&j, 3);
        return 4;
    }());
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    EXPECT_EQ(4, i);
    EXPECT_EQ(3, j);
}

}  // namespace
