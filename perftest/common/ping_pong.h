// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Ping-pong inside a kernel: PE 0 sends, PE 1 waits and answers. The signal word counts up over all launches,
// so nobody has to reset it between them.
#pragma once

#include <nvshmem.h>
#include <nvshmemx.h>

#include <cstdint>

namespace perftest {

/// By all threads of one block: `send(round)` has to bring the peer's signal to `round`.
template <class Send>
__device__ void ping_pong(uint64_t* signal, uint64_t before, size_t iterations, int me, Send send) {
    const auto wait = [=](uint64_t round) {
        if (threadIdx.x == 0) nvshmem_uint64_wait_until(signal, NVSHMEM_CMP_GE, round);
        __syncthreads();
    };
    for (uint64_t round = before + 1; round <= before + iterations; ++round) {
        if (me == 1) wait(round);
        send(round);
        if (me == 0) wait(round);
    }
    nvshmem_quiet();
}

class Rounds {
  public:
    Rounds() : signal_(static_cast<uint64_t*>(nvshmem_calloc(1, sizeof(uint64_t)))) {}
    ~Rounds() { nvshmem_free(signal_); }
    Rounds(const Rounds&) = delete;
    Rounds& operator=(const Rounds&) = delete;

    uint64_t* signal() const { return signal_; }

    /// How many rounds there were before the `iterations` that the caller is about to launch.
    uint64_t add(size_t iterations) {
        const uint64_t before = done_;
        done_ += iterations;
        return before;
    }

  private:
    uint64_t* signal_;
    uint64_t done_ = 0;
};

}  // namespace perftest
