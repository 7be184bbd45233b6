// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The teams of a PE, by handle. A handle is a slot number; the predefined teams have fixed ones. Slots of
// destroyed teams are used again.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "base/status.h"
#include "team/team.h"
#include "team/workspace.h"

namespace omni::team {

/// Predefined handles, as the public headers number them.
enum Predefined : int32_t {
    world = 0,
    shared = 1,
    node = 2,
    same_mype_node = 3,
    same_gpu = 4,
    gpu_leaders = 5,
    mc_shared = 6,
    first_user = 7
};

class Table {
  public:
    /// `workspaces`: offset of the first workspace in symmetric memory; slot i has i * workspace.bytes()
    /// behind it.
    Table(int me, int n_pes, int max_teams, uint64_t workspaces);

    /// The live team of this handle, or null. Lock-free.
    Team* find(int32_t handle) const {
        return static_cast<uint32_t>(handle) < slots_.size()
                   ? slots_[static_cast<size_t>(handle)].live.load(std::memory_order_acquire)
                   : nullptr;
    }

    int max_teams() const { return static_cast<int>(slots_.size()); }
    const Workspace& workspace() const { return workspace_; }

    /// Fills slot `handle` with the team of `members` (PE numbers in rank order). The workspace must be zeros
    /// on all members. A team that this PE is no member of occupies the slot without being live here.
    void create(int32_t handle, std::vector<int32_t> members, int contexts);
    /// Empties the slot. The caller has made sure that no member still uses it, and has zeroed the flags of
    /// the workspace.
    void destroy(int32_t handle);

    /// Bit i of word i / 64 is set when slot i is free here.
    std::vector<uint64_t> free_slots() const;

  private:
    struct Slot {
        std::atomic<Team*> live{nullptr};
        std::unique_ptr<Team> team;
        std::unique_ptr<Epochs> epochs;
        std::vector<int32_t> pe_of, rank_of;
        bool taken = false;
    };

    int me_, n_pes_;
    Workspace workspace_;
    uint64_t workspaces_;
    std::vector<Slot> slots_;
};

}  // namespace omni::team
