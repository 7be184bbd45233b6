// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a team is: its members, this PE's place among them, and where its workspace lies in every PE's
// symmetric memory.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace omni::team {

/// How far a team's collectives have got. In memory and not in registers of a call, since host, device and
/// replayed graphs of this PE share them. Each member has its own copy and all copies move alike.
struct Epochs {
    std::atomic<uint64_t> collective{0};  ///< steps begun; most collectives are one
    std::atomic<uint64_t> exchange{0};    ///< of these, the ones that use the two halves of the slots in turn
    std::atomic<uint64_t> device{0};      ///< syncs begun by kernels whose threads share the work
    std::atomic<const char*> caller{nullptr};  ///< the collective at work, kept in checked mode only
};

/// What a program may say about a team that it makes; nvshmem_team_get_config gives it back.
struct Config {
    int32_t contexts = 0;
    uint64_t unique_id = UINT64_MAX;  ///< UINT64_MAX: none
};

/// Plain data, so that device code can read it. Team ranks and PE numbers are int32.
struct Team {
    int32_t id = -1;
    int32_t me = -1;  ///< this PE's rank, -1 when it is no member
    int32_t n = 0;
    Config config{};
    uint64_t identity = 0;             ///< the same on all members, and no earlier team of them has it
    const int32_t* pe_of = nullptr;    ///< n entries: PE number of each rank
    const int32_t* rank_of = nullptr;  ///< one a PE of the job: its rank here, -1 for none
    uint64_t workspace = 0;            ///< offset in the symmetric memory of every member
    Epochs* epochs = nullptr;
};

}  // namespace omni::team
