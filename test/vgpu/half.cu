// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// half and bfloat16: conversions of every value, rounding, arithmetic, atomics and shuffles in kernels.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <limits>

namespace {

TEST(Half, EveryValueSurvivesTheWayToFloatAndBack) {
    for (unsigned bits = 0; bits < 65536; ++bits) {
        const __half value = __ushort_as_half(static_cast<unsigned short>(bits));
        if (__hisnan(value)) {
            EXPECT_TRUE(__hisnan(__float2half(float(value))));
        } else {
            EXPECT_EQ(bits, __half_as_ushort(__float2half(float(value)))) << bits;
        }
        const __nv_bfloat16 other = __ushort_as_bfloat16(static_cast<unsigned short>(bits));
        if (!__hisnan(other)) {
            EXPECT_EQ(bits, __bfloat16_as_ushort(__float2bfloat16(float(other)))) << bits;
        }
    }
}

TEST(Half, RoundsToTheNearestEven) {
    EXPECT_EQ(0x3c00, __half_as_ushort(__half(1.0f)));
    EXPECT_EQ(0x3c00, __half_as_ushort(__half(1.0f + 0x1p-11f)));
    EXPECT_EQ(0x3c02, __half_as_ushort(__half(1.0f + 3 * 0x1p-11f)));
    EXPECT_EQ(0x7bff, __half_as_ushort(__half(65519.0f)));
    EXPECT_EQ(0x7c00, __half_as_ushort(__half(65520.0f)));
    EXPECT_EQ(0x0001, __half_as_ushort(__half(0x1p-24f)));
    EXPECT_EQ(0x0000, __half_as_ushort(__half(0x1p-25f)));
    EXPECT_EQ(0x8002, __half_as_ushort(__half(-0x1.8p-24f)));
    EXPECT_EQ(0xfc00, __half_as_ushort(__half(-std::numeric_limits<float>::infinity())));
    EXPECT_EQ(0x3f80, __bfloat16_as_ushort(__nv_bfloat16(1.0f + 0x1p-8f)));
    EXPECT_EQ(0x3f82, __bfloat16_as_ushort(__nv_bfloat16(1.0f + 3 * 0x1p-8f)));
    static_assert(sizeof(half) == 2 && std::is_trivially_default_constructible_v<half> &&
                  std::is_trivially_copyable_v<half>);
    static_assert(sizeof(__nv_bfloat162) == 4);
}

template <class T, class Pair>
__global__ void arithmetic(T* sum, Pair* pairs) {
    __shared__ T values[64];
    values[threadIdx.x] = T(1) + T(threadIdx.x % 2);
    __syncthreads();
    const T other = __shfl_xor_sync(0xffffffff, values[threadIdx.x], 1);
    atomicAdd(sum, other * values[threadIdx.x] / T(2));
    atomicAdd(pairs, Pair(T(1), -other));
    sum[1] = __hfma(T(3), T(4), T(-2)) - __hmax(T(1), T(2));
}

template <class T, class Pair>
void check_arithmetic() {
    T sum[2] = {0, 0};
    Pair pairs(0, 0);
    arithmetic<T, Pair><<<1, 64>>>(sum, &pairs);
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    EXPECT_EQ(64.0f, float(sum[0]));
    EXPECT_EQ(8.0f, float(sum[1]));
    EXPECT_EQ(64.0f, float(pairs.x));
    EXPECT_EQ(-96.0f, float(pairs.y));
}

TEST(Half, ArithmeticInKernels) {
    check_arithmetic<half, half2>();
    check_arithmetic<__nv_bfloat16, __nv_bfloat162>();
}

}  // namespace
