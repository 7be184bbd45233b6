// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What lies in the control segment: the memory file that all PEs of a node and their launcher map. Plain data
// of fixed size, every field an atomic, so that a report can be made by anybody at any time without the help
// of the PE that it speaks of.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/cpu.h"

namespace omni::control {

static_assert(std::atomic<uint64_t>::is_always_lock_free, "atomics in shared memory must not hide a lock");

/// Text in shared memory: written whole before the flag that announces it.
template <size_t N>
struct SharedText {
    std::atomic<uint64_t> words[N / 8];

    void store(const char* text);
    void load(char (&out)[N]) const;
};

enum class Phase : uint32_t {
    absent = 0,  ///< has not joined yet
    alive = 1,
    finalized = 2,  ///< left orderly; may join again
    failed = 3,     ///< left because its start failed; the job cannot start any more
    ended = 4,      ///< its process ended before it joined, as the launcher saw
};

/// Whether a PE in this phase has been a member of the job.
inline bool has_joined(Phase phase) { return phase != Phase::absent && phase != Phase::ended; }

enum class WaitKind : uint32_t {
    memory = 1,      ///< on a word that some peer will write
    collective = 2,  ///< inside a collective of a team
    allocation = 3,  ///< inside a collective call of the heap, which all PEs of the job make
    transport = 4,   ///< for a transport to complete something
};

/// One wait that lasts longer than its spin phase. `version` is odd while the fields change.
struct Activity {
    std::atomic<uint32_t> version;
    std::atomic<uint32_t> used;  ///< 0: free
    std::atomic<WaitKind> kind;
    std::atomic<int32_t> team;          ///< collective: number of the team
    std::atomic<uint64_t> identity;     ///< collective: with `team`, which team
    std::atomic<uint64_t> epoch;        ///< collective, allocation: how many-th on this team or job
    std::atomic<uint64_t> world_epoch;  ///< steps of the world team that its PE has begun
    std::atomic<uint64_t> offset;       ///< memory: place in the heap, or UINT64_MAX
    std::atomic<uint64_t> expected;  ///< memory: the value to compare with; else bytes that the call is about
    std::atomic<uint64_t> seen;      ///< the value read last
    std::atomic<int64_t> since_ns;   ///< os::now_ns() when the wait began
    std::atomic<int64_t>
        disputed_ns;         ///< when its PE found that it disagrees with others, to leave soon; 0: not
    SharedText<48> call;     ///< public name of the call
    SharedText<8> relation;  ///< ">=", "==" ...
};

inline constexpr size_t kActivities = 8;        ///< waits of one PE that are visible at once (threads)
inline constexpr size_t kExchangeBytes = 1024;  ///< payload of one round of the small allgather

/// One a PE.
struct alignas(4096) ControlPage {
    std::atomic<Phase> phase;
    std::atomic<uint32_t> life;    ///< how many-th time the PE is in the job
    std::atomic<int32_t> process;  ///< number in the PE's own process name space, for people to read
    std::atomic<bool> exiting;     ///< called exit(): if its process ends now, it has not crashed

    /// The small allgather: a round writes payload, then `arrived`; reads all, then writes `left`.
    alignas(kCacheLine) std::atomic<uint64_t> arrived;
    std::atomic<uint64_t> left;
    std::atomic<uint64_t> bytes;  ///< of the payload
    std::atomic<uint64_t> asked;  ///< bytes that the call is about, for people to read
    SharedText<48> call;          ///< public name of the call
    std::atomic<uint64_t> payload[kExchangeBytes / 8];

    alignas(kCacheLine) Activity activities[kActivities];
};

inline constexpr uint64_t kSegmentMagic = 0x4d454d48'53494e4fULL;
inline constexpr uint32_t kSegmentVersion = 2;
inline constexpr const char* kSegmentName = "omnishmem-control";  ///< as /proc shows it

/// First page of the segment.
struct alignas(4096) SegmentHeader {
    uint64_t magic;
    uint32_t version;
    uint32_t pes;
    uint32_t cpus;                  ///< that the PEs have together, however the launcher binds each
    int64_t began_ns;               ///< os::now_ns() when the segment was made: zero of the job's time
    uint64_t secret[2];             ///< a member must show it; random, made with the segment
    std::atomic<int32_t> launcher;  ///< process number of the launcher, 0 without one

    /// The watch (control/watch.h).
    alignas(kCacheLine) std::atomic<int64_t> next_watch_ns;  ///< when somebody has to look at all again
    std::atomic<int32_t> found_dead;                         ///< place found dead, plus 1

    /// The end of the job. The first to move `ending` from 0 to 1 owns the fields, then sets 2.
    alignas(kCacheLine) std::atomic<uint32_t> ending;
    std::atomic<int32_t> ending_pe;
    std::atomic<int32_t> exit_status;
    SharedText<1024> cause;
};

}  // namespace omni::control
