// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What tests inside kernels share: the scopes as types.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

#include "../host/common.h"

namespace omni::test {

/// A PE_TEST with kernels: each PE has a device of its own, so that PEs that are threads have streams of
/// their own too, the default ones included.
#define KERNEL_TEST(suite, name)                                          \
    static void suite##_##name##_with_a_device();                         \
    PE_TEST(suite, name) {                                                \
        int devices = 0;                                                  \
        ASSERT_EQ(cudaGetDeviceCount(&devices), cudaSuccess);             \
        ASSERT_EQ(cudaSetDevice(nvshmem_my_pe() % devices), cudaSuccess); \
        suite##_##name##_with_a_device();                                 \
    }                                                                     \
    static void suite##_##name##_with_a_device()

/// `chosen`: whether the calling thread takes part; `first`: whether it may do what one thread does.
struct ByThread {
    static constexpr const char* name = "thread";
    static __device__ bool chosen() { return threadIdx.x == 0; }
    static __device__ bool first() { return threadIdx.x == 0; }
};
struct ByWarp {
    static constexpr const char* name = "warp";
    static __device__ bool chosen() { return threadIdx.x < 32; }
    static __device__ bool first() { return threadIdx.x == 0; }
};
struct ByBlock {
    static constexpr const char* name = "block";
    static __device__ bool chosen() { return true; }
    static __device__ bool first() { return threadIdx.x == 0; }
};

/// A stream of its own for a case.
class Stream {
  public:
    Stream() { EXPECT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess); }
    ~Stream() { EXPECT_EQ(cudaStreamDestroy(stream_), cudaSuccess); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    operator cudaStream_t() const { return stream_; }
    void finish() const { ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess); }

  private:
    cudaStream_t stream_ = nullptr;
};

}  // namespace omni::test
