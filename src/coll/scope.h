// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a collective algorithm is written on. An algorithm is a template over a Scope: the threads that carry
// it out together. A scope says who they are (index, size, sync) and how they move data, raise flags and
// wait. HostScope is one host thread; the warp and block scopes of kernels have the same members. Symmetric
// places inside workspaces are offsets; users' buffers are addresses.
//
// Ordering contract: raise() is ordered after all earlier put() of this scope to the same PE, at every
// observer of the flag. await() is an acquire: what was put before the flag was raised can be read after it.
#pragma once

#include "control/wait.h"
#include "ops/order.h"
#include "ops/rma.h"
#include "team/team.h"

namespace omni::coll {

class HostScope {
  public:
    /// `call`: public name, for reports. Static storage.
    HostScope(ops::Pe& pe, const char* call) : pe_(pe), call_(call) {}

    static constexpr int index() { return 0; }
    static constexpr int size() { return 1; }
    static void sync() {}

    ops::Pe& pe() const { return pe_; }
    const char* call() const { return call_; }
    const team::Workspace& workspace() const { return pe_.teams->workspace(); }

    /// Own memory at a symmetric offset.
    template <class T>
    T* local(uint64_t offset) const {
        return reinterpret_cast<T*>(pe_.base + offset);
    }

    /// The memory of `pe` at `offset`, or null when it is not mapped.
    char* mapped(int pe, uint64_t offset) const {
        char* base = pe_.peer_base[pe];
        return base ? base + offset : nullptr;
    }

    uint64_t offset_of(const void* symmetric) const {
        return static_cast<uint64_t>(static_cast<const char*>(symmetric) - pe_.base);
    }

    Status put(uint64_t offset, const void* source, size_t bytes, int pe) const {
        if (char* to = mapped(pe, offset)) return copy(to, source, bytes), Status();
        return pe_.transport->put(pe, offset, source, bytes);
    }

    Status get(void* dest, uint64_t offset, size_t bytes, int pe) const {
        if (const char* from = mapped(pe, offset)) return copy(dest, from, bytes), Status();
        return pe_.transport->get(pe, offset, dest, bytes);
    }

    /// Sets the flag at `offset` of `pe` to `value`. Flags only grow.
    Status raise(uint64_t offset, uint64_t value, int pe) const {
        if (char* to = mapped(pe, offset)) {
            std::atomic_ref<uint64_t>(*reinterpret_cast<uint64_t*>(to))
                .store(value, std::memory_order_release);
            return {};
        }
        if (Status status = pe_.transport->fence(); !status.ok()) return status;
        return pe_.transport->amo(pe, offset, {transport::AmoOp::set, transport::AmoType::int64, value, 0},
                                  nullptr);
    }

    /// Waits until the own flag at `offset` has reached `value`.
    Status await(const team::Team& team, uint64_t offset, uint64_t value) const {
        std::atomic_ref<uint64_t> flag(*local<uint64_t>(offset));
        const control::WaitInfo info{.call = call_,
                                     .kind = control::WaitKind::collective,
                                     .team = team.id,
                                     .epoch = value,
                                     .offset = offset,
                                     .expected = value};
        return control::wait(*pe_.member, info, [&](uint64_t& seen) {
            return (seen = flag.load(std::memory_order_acquire)) >= value;
        });
    }

  private:
    ops::Pe& pe_;
    const char* call_;
};

}  // namespace omni::coll
