// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a collective algorithm is written on. An algorithm is a template over a Scope: the threads that carry
// it out together. A scope says who they are (index, size, sync, once) and how they move data, raise flags
// and wait. HostScope is one host thread; the warp and block scopes of kernels have the same members.
// Symmetric places are offsets, the same on every PE; private memory is given by address.
//
// Contracts. All threads of a scope make the same calls with the same arguments.
//   put, get  share the work; the threads do not wait for each other.
//   raise     is ordered after all that the scope's threads did before: to an observer of the flag, the
//             scope's earlier put() to that PE are there and its earlier reads of that PE's memory are over.
//   await     is an acquire: what was put before the flag was raised can be read after it.
//   Outcome   what these calls and the algorithms return: .ok(), or why not. Of a kernel it is always ok.
//   Scratch   memory for three tiles of kTileBytes that the threads share, made where it is used.
#pragma once

#include <algorithm>

#include <utility>

#include "control/wait.h"
#include "ops/order.h"
#include "ops/rma.h"
#include "team/team.h"

namespace omni::coll {

template <class Scope>
using Outcome = typename Scope::Outcome;

class HostScope {
  public:
    using Outcome = Status;

    /// Of three tiles one is being filled from two others: they fit into the first-level cache together.
    static constexpr size_t kTileBytes = 8192;
    class Scratch {
      public:
        void* tile(size_t i) { return tiles_[i]; }

      private:
        alignas(kCacheLine) unsigned char tiles_[3][kTileBytes];
    };

    /// `call`: public name, in static storage; `bytes`: what a member contributes. Both for reports.
    HostScope(ops::Pe& pe, const char* call, size_t bytes) : pe_(pe), call_(call), bytes_(bytes) {}

    static constexpr size_t index() { return 0; }
    static constexpr size_t size() { return 1; }
    static void sync() {}
    /// Calls `f` on one thread and gives the result to all.
    template <class F>
    auto once(F&& f) const {
        return std::forward<F>(f)();
    }

    ops::Pe& pe() const { return pe_; }
    const team::Workspace& workspace() const { return pe_.teams->workspace(); }

    /// Own memory.
    char* local(uint64_t offset) const { return pe_.base + offset; }
    /// The memory of `pe`, or null when it is not mapped.
    char* mapped(int pe, uint64_t offset) const {
        char* base = pe_.peer_base[pe];
        return __builtin_expect(base != nullptr, 1) ? base + offset : nullptr;
    }

    Status put(uint64_t offset, const void* source, size_t bytes, int pe) const {
        if (char* to = mapped(pe, offset)) return copy(to, source, bytes), Status();
        return pe_.transport->put(pe, offset, source, bytes);
    }

    Status get(void* dest, uint64_t offset, size_t bytes, int pe) const {
        if (const char* from = mapped(pe, offset)) return copy(dest, from, bytes), Status();
        return pe_.transport->get(pe, offset, dest, bytes);
    }

    /// Sets the flag at `offset` of `pe` to `value`.
    Status raise(uint64_t offset, uint64_t value, int pe) const {
        if (char* to = mapped(pe, offset)) {
            std::atomic_ref<uint64_t>(*reinterpret_cast<uint64_t*>(to))
                .store(value, std::memory_order_release);
            return {};
        }
        if (Status status = pe_.transport->fence(); !status.ok()) return status;
        const transport::Amo set{transport::AmoOp::set, transport::AmoType::int64, value, 0};
        return pe_.transport->amo(pe, offset, set, nullptr);
    }

    /// The own flag at `offset`, with acquire order.
    uint64_t flag(uint64_t offset) const {
        return std::atomic_ref<uint64_t>(*reinterpret_cast<uint64_t*>(local(offset)))
            .load(std::memory_order_acquire);
    }

    /// Waits until the own flag at `offset` has reached `step` of `team`.
    Status await(const team::Team& team, uint64_t offset, uint64_t step) const {
        return await(team, step, [=, this] { return flag(offset); });
    }

    /// Waits until one of two flags of one writer has reached `step`, and says whether one of them is at it.
    /// If not, the writer has given `step` up and gone on, so that what it announced is lost.
    Status await_either(const team::Team& team, const uint64_t (&offsets)[2], uint64_t step) const {
        const auto larger = [&] { return std::max(flag(offsets[0]), flag(offsets[1])); };
        if (Status status = await(team, step, larger); !status.ok()) return status;
        if (flag(offsets[0]) == step || flag(offsets[1]) == step) return {};
        return error(
            Code::symmetry,
            "a member of team %d has given this call up (its own error says why) and is in a later one",
            team.id);
    }

  private:
    /// `value()` grows.
    template <class Value>
    Status await(const team::Team& team, uint64_t step, Value value) const {
        const control::WaitInfo info{.call = call_,
                                     .kind = control::WaitKind::collective,
                                     .team = team.id,
                                     .epoch = step,
                                     .expected = bytes_,
                                     .identity = team.identity,
                                     .ranks = team.rank_of};
        return control::wait(*pe_.member, info, [&](uint64_t& seen) { return (seen = value()) >= step; });
    }

    ops::Pe& pe_;
    const char* call_;
    size_t bytes_;
};

}  // namespace omni::coll
