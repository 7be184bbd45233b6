// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the tests of the CUDA interface share.
#pragma once

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#define ASSERT_CUDA(call) ASSERT_EQ(cudaSuccess, (call)) << vgpuLastErrorText()
#define EXPECT_CUDA(call) EXPECT_EQ(cudaSuccess, (call)) << vgpuLastErrorText()

/// Waits for a condition for at most 20 seconds, which only a hang exceeds.
template <class F>
bool eventually(F condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::yield();
    }
    return true;
}

/// A host function that waits until it is opened.
class Gate {
  public:
    ~Gate() { open(); }
    void open() { open_.store(true, std::memory_order_release); }
    bool entered() const { return entered_.load(std::memory_order_acquire); }
    static void wait(void* gate) {
        auto* self = static_cast<Gate*>(gate);
        self->entered_.store(true, std::memory_order_release);
        eventually([&] { return self->open_.load(std::memory_order_acquire); });
    }

  private:
    std::atomic<bool> open_{false}, entered_{false};
};

struct Stream {
    explicit Stream(unsigned flags = cudaStreamDefault) {
        EXPECT_CUDA(cudaStreamCreateWithFlags(&handle, flags));
    }
    ~Stream() { cudaStreamDestroy(handle); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    operator cudaStream_t() const { return handle; }
    cudaStream_t handle = nullptr;
};

struct Event {
    explicit Event(unsigned flags = cudaEventDefault) {
        EXPECT_CUDA(cudaEventCreateWithFlags(&handle, flags));
    }
    ~Event() { cudaEventDestroy(handle); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    operator cudaEvent_t() const { return handle; }
    cudaEvent_t handle = nullptr;
};
