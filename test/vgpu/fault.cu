// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels that fail: the error is seen at the synchronisation, and the device works on after that.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#undef NDEBUG
#include <cassert>
#include <string>

#include "vgpu/engine/launch.h"

namespace {

__global__ void mark(int* done) { *done = 1; }

__global__ void assertion(int limit) { assert(static_cast<int>(threadIdx.x) < limit); }
__global__ void trap() {
    if (threadIdx.x == 3) __trap();
    __syncthreads();
}
__global__ void bad_address(int* address) {
    __syncthreads();
    if (threadIdx.x == 2) *address = 1;
}
__global__ void divided(int* divisor) { *divisor = 7 / *divisor; }
__global__ void diverging() {
    if (threadIdx.x < 16) {
        __syncthreads();
    } else {
        __syncwarp();
    }
}
__global__ void foreign_mask() { __shfl_sync(0x1, 5, 0); }
__global__ void overrun() {
    extern __shared__ int values[];
    values[10] = 1;
}
__global__ void fails_while_others_wait(volatile int* never) {
    if (blockIdx.x == 3) __trap();
    while (*never == 0);
}

/// Carries a kernel out on this thread, and then a good one.
template <class... P, class... A>
vgpu::Outcome outcome_of(void (*kernel)(P...), dim3 grid, dim3 block, size_t shared, A... values) {
    void* arguments[sizeof...(A) + 1] = {&values..., nullptr};
    const auto record = vgpu::find_kernel(reinterpret_cast<const void*>(kernel));
    const vgpu::Outcome outcome = vgpu::run_grid({record, arguments, grid, block, shared});
    int done = 0, *to = &done;
    void* good[] = {&to};
    EXPECT_EQ(cudaSuccess,
              vgpu::run_grid({vgpu::find_kernel(reinterpret_cast<const void*>(&mark)), good, 1, 1}).code);
    EXPECT_EQ(1, done);
    return outcome;
}

void expect_text(const vgpu::Outcome& outcome, const char* part) {
    EXPECT_NE(std::string::npos, outcome.text.find(part)) << outcome.text;
}

TEST(Fault, Assertion) {
    const auto outcome = outcome_of(assertion, 2, 64, 0, 40);
    EXPECT_EQ(cudaErrorAssert, outcome.code);
    expect_text(outcome, "kernel assertion, block (");
    expect_text(outcome, "thread (40,0,0)");
}

TEST(Fault, Trap) {
    const auto outcome = outcome_of(trap, 1, 8, 0);
    EXPECT_EQ(cudaErrorLaunchFailure, outcome.code);
    expect_text(outcome, "thread (3,0,0)");
}

TEST(Fault, IllegalAddress) {
#if defined(__has_feature)
    #if __has_feature(thread_sanitizer)
    GTEST_SKIP() << "thread sanitizer keeps a signal handler from leaving for another stack";
    #endif
#endif
    const auto outcome = outcome_of(bad_address, 1, 8, 0, reinterpret_cast<int*>(0x1230));
    EXPECT_EQ(cudaErrorIllegalAddress, outcome.code);
    expect_text(outcome, "thread (2,0,0): illegal address 0x1230");
}

TEST(Fault, BarrierThatNotAllCanReach) {
    const auto outcome = outcome_of(diverging, 1, 32, 0);
    EXPECT_EQ(cudaErrorLaunchFailure, outcome.code);
    expect_text(outcome, "__syncwarp");
    expect_text(outcome, "__syncthreads");
}

TEST(Fault, MaskWithoutTheCaller) {
    const auto outcome = outcome_of(foreign_mask, 1, 2, 0);
    EXPECT_EQ(cudaErrorLaunchFailure, outcome.code);
    expect_text(outcome, "0x00000001 lacks the calling lane");
}

TEST(Fault, WriteBehindSharedMemory) {
    const auto outcome = outcome_of(overrun, 1, 1, 40);
    EXPECT_EQ(cudaErrorIllegalAddress, outcome.code);
    expect_text(outcome, "40 bytes of dynamic shared memory");
    EXPECT_EQ(cudaSuccess, outcome_of(overrun, 1, 1, 44).code);
}

TEST(Fault, EndsBlocksThatWait) {
    int never = 0;
    EXPECT_EQ(cudaErrorLaunchFailure, outcome_of(fails_while_others_wait, 8, 2, 0, &never).code);
}

TEST(Fault, CooperativeLaunchMustFit) {
    int done = 0, *to = &done;
    void* arguments[] = {&to};
    vgpu::Grid grid{vgpu::find_kernel("mark"), arguments, 133 * 2, 1024};
    grid.cooperative = true;
    EXPECT_EQ(cudaErrorCooperativeLaunchTooLarge, vgpu::run_grid(grid).code);
    grid.block = 128;
    EXPECT_EQ(cudaSuccess, vgpu::run_grid(grid).code);
}

}  // namespace
