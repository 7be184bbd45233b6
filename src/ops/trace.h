// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// One readable line an operation (NVSHMEM_DEBUG=TRACE), written before it is carried out; after it for
// atomics, which may have a result; before and after for what waits:
//
//     [t+0.001234 s] PE 0 put 8 B heap+0x40 -> PE 1  nvshmem_long_p
//
// The time is that since the start of the job, the same on all PEs of a node. Only the long ways call these,
// and only while Pe::traced.
#pragma once

#include "control/wait.h"
#include "ops/pe.h"

namespace omni::ops::trace {

/// A place in symmetric memory, as in heap+0x40.
std::string place(const Pe* self, uint64_t offset);

[[gnu::cold, gnu::format(printf, 2, 3)]] void line(const Pe* self, const char* pattern, ...);

[[gnu::cold]] void put(const Pe* self, const char* call, uint64_t offset, size_t bytes, int pe);
[[gnu::cold]] void get(const Pe* self, const char* call, uint64_t offset, size_t bytes, int pe);
/// `before`: the old value where the operation fetches it, else null.
[[gnu::cold]] void atomic(const Pe* self, const char* call, uint64_t offset, const transport::Amo& amo,
                          int pe, const uint64_t* before);
[[gnu::cold]] void signal(const Pe* self, const char* call, uint64_t offset, bool adds, uint64_t value,
                          int pe);
[[gnu::cold]] void order(const Pe* self, const char* call);

/// From its making to its end: a wait on own memory.
class Wait {
  public:
    Wait(const Pe* self, const control::WaitInfo& info);
    /// `last`: what the word held in the end.
    void end(uint64_t last) const;

  private:
    const Pe* self_;
    uint64_t offset_;
    int64_t began_ns_;
};

/// The same for a collective of a team, where those are traced.
class Collective {
  public:
    Collective(const Pe* self, const char* call, int team, size_t bytes) : self_(self), call_(call) {
        if (__builtin_expect(self->traced_collectives, 0)) begin(team, bytes);
    }
    ~Collective() {
        if (__builtin_expect(began_ns_ != 0, 0)) end();
    }
    Collective(const Collective&) = delete;
    Collective& operator=(const Collective&) = delete;

  private:
    [[gnu::cold]] void begin(int team, size_t bytes);
    [[gnu::cold]] void end() const;

    const Pe* self_;
    const char* call_;
    int64_t began_ns_ = 0;
};

}  // namespace omni::ops::trace
