// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Where PEs meet that make a team without a parent. Each PE has a lobby in its symmetric memory. A unique id
// names the PE whose lobby to meet in and, by its serial number, one of the rooms there. In a room each PE of
// the job has a seat: it writes a card into its own seat, stamps it, and reads the others' cards. The owner
// of the lobby need not do anything.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/cpu.h"
#include "os/memory.h"

namespace omni::team {

/// What a PE says of itself; behind it follow the words of the round.
struct Card {
    int32_t rank;  ///< in the team to be made
    int32_t size;  ///< members of that team
};

class Lobby {
  public:
    /// So many ids of one PE can be in use at once (by threads); later ones take the first rooms again.
    static constexpr size_t kRooms = 16;

    Lobby(int n_pes, int max_teams, uint64_t memory)
        : n_pes_(static_cast<size_t>(n_pes)),
          words_((static_cast<size_t>(max_teams) + 63) / 64),
          memory_(memory) {}

    // An id is serial << 24 | owner, below 2^56. A stamp is id << 8 | round.
    static uint64_t make_id(int owner, uint64_t serial) {
        return (serial & 0xffff'ffff) << 24 | static_cast<uint64_t>(owner);
    }
    static int owner(uint64_t id) { return static_cast<int>(id & 0xff'ffff); }
    static size_t room(uint64_t id) { return static_cast<size_t>(id >> 24) % kRooms; }
    static constexpr uint64_t kIds = uint64_t{1} << 56;
    static constexpr uint64_t kRounds = 256;

    /// Offsets in the owner's symmetric memory. The stamps of a room lie side by side, one a PE.
    uint64_t stamps(size_t room) const { return memory_ + room * n_pes_ * sizeof(uint64_t); }
    uint64_t stamp(size_t room, int pe) const {
        return stamps(room) + static_cast<size_t>(pe) * sizeof(uint64_t);
    }
    /// Cards of even and odd rounds have two places: a PE writes one only after all have read the one before.
    uint64_t card(size_t room, int pe, uint64_t round) const {
        const size_t seat = (room * n_pes_ + static_cast<size_t>(pe)) * 2 + round % 2;
        return memory_ + kRooms * n_pes_ * sizeof(uint64_t) + seat * card_bytes();
    }

    size_t words() const { return words_; }
    size_t card_bytes() const { return sizeof(Card) + words_ * sizeof(uint64_t); }
    size_t bytes() const {
        return os::round_up(kRooms * n_pes_ * (sizeof(uint64_t) + 2 * card_bytes()), 4096);
    }

  private:
    size_t n_pes_, words_;
    uint64_t memory_;
};

}  // namespace omni::team
