// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Meeting in a lobby. Rounds are ANDs of the words on all members' cards; the first one also tells who they
// are.
#include "coll/team_init.h"

#include <cstring>

#include "coll/agreement.h"
#include "coll/sync.h"

namespace omni::coll {

namespace {

class Meeting {
  public:
    Meeting(const HostScope& scope, uint64_t id, int size, int rank)
        : scope_(scope),
          lobby_(scope.pe().teams->lobby()),
          id_(id),
          room_(team::Lobby::room(id)),
          owner_(team::Lobby::owner(id)),
          mine_{rank, size},
          pe_of_(static_cast<size_t>(size), -1),
          card_(lobby_.card_bytes() / sizeof(uint64_t)),
          stamps_(static_cast<size_t>(scope.pe().n)) {}

    /// One round.
    Status and_all(std::span<uint64_t> words) {
        if (++round_ == team::Lobby::kRounds)
            return error(Code::internal, "no agreement on a team slot after %d rounds", 256);
        if (Status status = show_card(words); !status.ok()) return status;
        if (round_ == 1)
            if (Status status = await([this] { return everybody_is_known(); }); !status.ok()) return status;
        if (Status status = await([this] { return everybody_is_in_round(); }); !status.ok()) return status;
        for (const int32_t pe : pe_of_) {
            if (Status status = read_card(pe); !status.ok()) return status;
            for (size_t i = 0; i < words.size(); ++i) words[i] &= card_[i + 1];
        }
        return {};
    }

    /// PE numbers in rank order, once a round is over.
    const std::vector<int32_t>& members() const { return pe_of_; }

  private:
    Status show_card(std::span<const uint64_t> words) {
        std::memcpy(card_.data(), &mine_, sizeof mine_);
        std::memcpy(card_.data() + 1, words.data(), words.size_bytes());
        const int me = scope_.pe().me;
        const size_t bytes = sizeof mine_ + words.size_bytes();
        if (Status status = scope_.put(lobby_.card(room_, me, round_), card_.data(), bytes, owner_);
            !status.ok())
            return status;
        return scope_.raise(lobby_.stamp(room_, me), id_ << 8 | round_, owner_);
    }

    Status read_card(int pe) {
        return scope_.get(card_.data(), lobby_.card(room_, pe, round_), lobby_.card_bytes(), owner_);
    }

    /// Waits until `test` holds, with fresh stamps each time, or fails.
    template <class Test>
    Status await(Test test) {
        Status failure;
        const control::WaitInfo info{
            .call = "nvshmemx_team_init", .offset = lobby_.stamps(room_), .expected = id_ << 8 | round_};
        Status waited = control::wait(*scope_.pe().member, info, [&](uint64_t& seen) {
            failure = read_stamps();
            if (!failure.ok()) return true;
            seen = stamps_[static_cast<size_t>(scope_.pe().me)];
            Result<bool> result = test();
            if (!result.ok()) failure = std::move(result).status();
            return !failure.ok() || *result;
        });
        return failure.ok() ? std::move(waited) : std::move(failure);
    }

    Status read_stamps() {
        if (const char* row = scope_.mapped(owner_, lobby_.stamps(room_))) {
            for (size_t pe = 0; pe < stamps_.size(); ++pe) stamps_[pe] = load(row + pe * sizeof(uint64_t));
            return {};
        }
        return scope_.get(stamps_.data(), lobby_.stamps(room_), stamps_.size() * sizeof(uint64_t), owner_);
    }

    static uint64_t load(const char* word) {
        auto* place = reinterpret_cast<uint64_t*>(const_cast<char*>(word));
        return std::atomic_ref<uint64_t>(*place).load(std::memory_order_acquire);
    }

    /// Reads the cards of those who have come since; an error when two cards do not go together.
    Result<bool> everybody_is_known() {
        for (int pe = 0; pe < scope_.pe().n; ++pe) {
            if (stamps_[static_cast<size_t>(pe)] >> 8 != id_ || is_known(pe)) continue;
            if (Status status = read_card(pe); !status.ok()) return status;
            team::Card card;
            std::memcpy(&card, card_.data(), sizeof card);
            if (Status status = check(card, pe); !status.ok()) return status;
            pe_of_[static_cast<size_t>(card.rank)] = pe;
        }
        return std::find(pe_of_.begin(), pe_of_.end(), -1) == pe_of_.end();
    }

    Result<bool> everybody_is_in_round() {
        for (const int32_t pe : pe_of_)
            if (stamps_[static_cast<size_t>(pe)] < (id_ << 8 | round_)) return false;
        return true;
    }

    bool is_known(int pe) const { return std::find(pe_of_.begin(), pe_of_.end(), pe) != pe_of_.end(); }

    Status check(const team::Card& card, int pe) const {
        if (card.size != mine_.size)
            return error(Code::symmetry, "npes is %d, but PE %d passes %d for the same unique id", mine_.size,
                         pe, card.size);
        if (const int32_t other = pe_of_[static_cast<size_t>(card.rank)]; other >= 0)
            return error(Code::symmetry,
                         "pe_idx_in_team is %d on PE %d and on PE %d: each member has a rank of its own",
                         card.rank, other, pe);
        return {};
    }

    const HostScope& scope_;
    const team::Lobby& lobby_;
    uint64_t id_;
    size_t room_;
    int owner_;
    team::Card mine_;
    uint64_t round_ = 0;
    std::vector<int32_t> pe_of_;    // -1: not known yet
    std::vector<uint64_t> card_;    // of one PE: a Card and the words
    std::vector<uint64_t> stamps_;  // of all PEs, as last read
};

}  // namespace

Status check_meeting(const ops::Pe& pe, const team::Config& config, int size, int rank) {
    if (config.unique_id == 0 || config.unique_id >= team::Lobby::kIds ||
        team::Lobby::owner(config.unique_id) >= pe.n)
        return error(Code::invalid_value,
                     "config->uniqueid is 0x%llx, which is no id: pass one from "
                     "nvshmemx_team_get_uniqueid, with NVSHMEM_TEAM_CONFIG_MASK_UNIQUEID in the mask",
                     static_cast<unsigned long long>(config.unique_id));
    if (size < 1 || size > pe.n)
        return error(Code::invalid_value, "npes is %d, but there are %d PEs", size, pe.n);
    if (rank < 0 || rank >= size)
        return error(Code::invalid_value, "pe_idx_in_team is %d, but a team of npes %d has ranks 0 to %d",
                     rank, size, size - 1);
    return {};
}

// The sync at the end: when it is over, all members have read this PE's cards, which its next meeting in the
// room will overwrite.
Result<int32_t> init_by_id(const HostScope& scope, const team::Config& config, int size, int rank) {
    team::Table& table = *scope.pe().teams;
    Meeting meeting(scope, config.unique_id, size, rank);
    const AndAll and_all = [&meeting](std::span<uint64_t> words) { return meeting.and_all(words); };
    auto slots = take_slots(and_all, table, {true});
    if (!slots.ok()) return std::move(slots).status();
    const int32_t handle = slots->front();
    table.create(handle, meeting.members(), config, config.unique_id);
    if (Status status = sync(scope, *table.find(handle)); !status.ok()) return status;
    return handle;
}

}  // namespace omni::coll
