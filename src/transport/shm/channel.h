// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// One direction between two PEs: a ring of slots in memory that both map. The threads of the sender take
// tickets; ticket t uses slot t % kSlots in turn t / kSlots. The server of the target carries out tickets in
// order, which makes the channel an ordered one. A slot's stage is the whole protocol, and it only grows:
//
//     4 turn       free for the ticket of this turn          written by whoever ended the turn before
//     4 turn + 1   filled: the request may be carried out    by the sender that holds the ticket
//     4 turn + 2   answered: the sender may read the answer  by the server; requests without answer skip it
//     4 turn + 4   = free for the next turn                  by the server, or the sender that read the
//     answer
//
// Each step is a release store and each look an acquire load, so all else in a slot is plain data.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/cpu.h"
#include "transport/transport.h"

namespace omni::transport::shm {

inline constexpr size_t kSlots = 32;
inline constexpr size_t kPieceBytes = 8192;  ///< most bytes of one request; larger transfers go in pieces
inline constexpr size_t kInlineBytes = 24;   ///< up to here data travels with the request, in one cache line

enum class Action : uint8_t { put, get, amo, fetching_amo };

inline bool has_answer(Action action) { return action == Action::get || action == Action::fetching_amo; }

struct Request {
    uint64_t offset;
    uint32_t bytes;
    Action action;
    AmoOp op;  ///< of atomics, as `type`; their operand and condition are the data, two words
    AmoType type;
};

struct alignas(kCacheLine) Slot {
    std::atomic<uint64_t> stage;
    Request request;
    char data[kInlineBytes];
    bool refused;  ///< answer: the target has no such memory
};
static_assert(sizeof(Slot) == kCacheLine);

inline constexpr uint64_t kFilled = 1, kAnswered = 2, kEnded = 4;

struct Channel {
    Slot slots[kSlots];
    /// One more than the offset of the first request without answer that the target refused; 0 for none.
    alignas(kCacheLine) std::atomic<uint64_t> refused;
    alignas(4096) char pieces[kSlots][kPieceBytes];

    Slot& slot(uint64_t ticket) { return slots[ticket % kSlots]; }
    /// Where the data of a request or answer of `bytes` lies.
    char* data(uint64_t ticket, size_t bytes) {
        return bytes <= kInlineBytes ? slot(ticket).data : pieces[ticket % kSlots];
    }
};

/// The stage at which a ticket finds its slot free; add kFilled and so on for what follows.
inline uint64_t first_stage(uint64_t ticket) { return 4 * (ticket / kSlots); }

}  // namespace omni::transport::shm
