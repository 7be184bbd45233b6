// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// One collective call of a host thread: what all of them check before anything is done, and the scope that
// carries it out. Each check reports what is wrong and says no; the call then returns failure().
#pragma once

#include "capi/shell.h"
#include "coll/scope.h"
#include "ops/trace.h"

namespace omni::capi {

/// While one lives, collectives of this thread check their arguments and do nothing: a stream is given only
/// calls that look good, and the caller learns at once of those that do not.
class CheckOnly {
  public:
    CheckOnly() { active = true; }
    ~CheckOnly() { active = false; }
    CheckOnly(const CheckOnly&) = delete;
    CheckOnly& operator=(const CheckOnly&) = delete;

    static __thread bool active __attribute__((tls_model("initial-exec")));
};

class CollectiveCall {
  public:
    /// In checked mode the team is busy until the end of this object's life.
    CollectiveCall(const char* name, int32_t handle) : name_(name), pe_(require(name)) {
        if (pe_) team_ = require_team(name, *pe_, handle);
        if (team_ && pe_->checked && !CheckOnly::active && !begin_turn()) team_ = nullptr;
    }
    ~CollectiveCall() {
        if (has_turn_) team_->epochs->caller.store(nullptr, std::memory_order_release);
    }
    CollectiveCall(const CollectiveCall&) = delete;
    CollectiveCall& operator=(const CollectiveCall&) = delete;

    bool can_begin() const { return team_ != nullptr; }
    const team::Team& team() const { return *team_; }
    size_t members() const { return static_cast<size_t>(team_->n); }

    /// bytes = blocks * count * size, and no more than memory can hold.
    bool count(const char* argument, size_t blocks, size_t count, size_t size, size_t& bytes) const {
        const bool good = !__builtin_mul_overflow(count, size, &bytes) &&
                          !__builtin_mul_overflow(bytes, blocks, &bytes) && bytes <= SIZE_MAX / 2;
        return __builtin_expect(good, 1) || report_count(argument, blocks, count, size);
    }
    bool rank(const char* argument, int rank) const {
        const bool good = static_cast<uint32_t>(rank) < static_cast<uint32_t>(team_->n);
        return __builtin_expect(good, 1) || report_rank(argument, rank);
    }
    /// `offset` of `bytes` of this PE's own symmetric memory.
    bool symmetric(const char* argument, const void* address, size_t bytes, uint64_t& offset) const;
    /// `dest` and `src` do not share memory, unless they are equal and that is `allowed`.
    bool apart(uint64_t dest, size_t dest_bytes, uint64_t src, size_t src_bytes, bool allowed) const;

    /// Calls `algorithm(scope, team)`; `bytes`: what a member contributes, for reports.
    template <class Algorithm>
    int run(size_t bytes, Algorithm&& algorithm) const {
        if (__builtin_expect(CheckOnly::active, 0)) return 0;
        const ops::trace::Collective traced(pe_, name_, team_->id, bytes);
        return finish(name_, algorithm(coll::HostScope(*pe_, name_, bytes), *team_));
    }
    static int failure() { return static_cast<int>(Code::invalid_value); }

  private:
    bool begin_turn() {
        const char* idle = nullptr;
        has_turn_ = team_->epochs->caller.compare_exchange_strong(idle, name_, std::memory_order_acquire);
        return __builtin_expect(has_turn_, 1) || report_busy(idle);
    }
    [[gnu::cold]] bool report_count(const char* argument, size_t blocks, size_t count, size_t size) const;
    [[gnu::cold]] bool report_rank(const char* argument, int rank) const;
    [[gnu::cold]] bool report_busy(const char* other) const;

    const char* name_;
    ops::Pe* pe_;
    const team::Team* team_ = nullptr;
    bool has_turn_ = false;
};

}  // namespace omni::capi
