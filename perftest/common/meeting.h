// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The blocks of an ordinary launch meet between iterations, and share the work of one.
#pragma once

#include "check.h"

namespace perftest {

/// In device memory, zero at first; usable by one launch after another with the same number of blocks.
struct Meeting {
    unsigned arrived;
    unsigned generation;
};

/// By all threads of all blocks. All blocks have to be resident: the launch has no more than the device
/// holds.
inline __device__ void meet(Meeting* meeting) {
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        volatile unsigned* const generation = &meeting->generation;
        const unsigned now = *generation;
        __threadfence();
        if (atomicInc(&meeting->arrived, gridDim.x - 1) == gridDim.x - 1) {
            *generation = now + 1;
        } else {
            while (*generation == now) {
            }
        }
        __threadfence();
    }
    __syncthreads();
}

/// The elements that worker number `worker` of `workers` takes.
struct Part {
    size_t first, count;
};
inline __device__ Part part_of(size_t n, size_t worker, size_t workers) {
    const size_t first = n * worker / workers;
    return {first, n * (worker + 1) / workers - first};
}

/// Owns a Meeting on the device.
class MeetingPlace {
  public:
    MeetingPlace() {
        CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&meeting_), sizeof(Meeting)));
        CUDA_CHECK(cudaMemset(meeting_, 0, sizeof(Meeting)));
        CUDA_CHECK(cudaDeviceSynchronize());
    }
    ~MeetingPlace() { cudaFree(meeting_); }
    MeetingPlace(const MeetingPlace&) = delete;
    MeetingPlace& operator=(const MeetingPlace&) = delete;

    Meeting* get() const { return meeting_; }

  private:
    Meeting* meeting_ = nullptr;
};

}  // namespace perftest
