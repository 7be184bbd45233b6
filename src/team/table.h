// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The teams of a PE, by handle. A handle is a slot number; the predefined teams have fixed ones. Slots of
// destroyed teams are used again. A slot holds one team at most on each PE, so two members of a team that
// speak of a handle mean the same team; disjoint teams may have one handle.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "team/device_area.h"
#include "team/lobby.h"
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
    /// `memory`: offset of bytes() of symmetric memory, zeros: a workspace for each slot, then the lobby.
    Table(int me, int n_pes, int max_teams, uint64_t memory);
    static size_t bytes(int n_pes, int max_teams);

    /// The live team of this handle, or null. Lock-free.
    Team* find(int32_t handle) const {
        if (static_cast<uint32_t>(handle) >= slots_.size()) return nullptr;
        return slots_[static_cast<size_t>(handle)].live.load(std::memory_order_acquire);
    }

    /// The same teams as kernels see them, max_teams() entries by handle; kept up to date.
    const nvshmemi_device_team* device_teams() const { return area_.teams(); }
    /// device_teams() and all that they point to.
    const os::Mapping& device_memory() const { return area_.memory(); }

    int max_teams() const { return static_cast<int>(slots_.size()); }
    const Workspace& workspace() const { return workspace_; }
    const Lobby& lobby() const { return lobby_; }

    /// Bit i of word i / 64 is set when slot i is free here.
    std::vector<uint64_t> free_slots() const;
    /// Takes a slot out of the free ones for a team to be created. False when another thread was faster.
    bool claim(int32_t handle);
    /// Gives back what claim() took.
    void release(int32_t handle);

    /// Fills the claimed slot with the team of `members` (PE numbers in rank order). The flags of its
    /// workspace are zeros on all members. A team that this PE is no member of is not live here.
    void create(int32_t handle, const std::vector<int32_t>& members, const Config& config, uint64_t identity);
    /// Empties the slot. The caller has made sure that no member still uses it, and has cleared the flags.
    void destroy(int32_t handle);

    /// An id that no PE has handed out before.
    uint64_t new_unique_id() { return Lobby::make_id(me_, next_id_.fetch_add(1, std::memory_order_relaxed)); }

  private:
    struct Slot {
        std::atomic<Team*> live{nullptr};
        std::unique_ptr<Team> team;
        bool taken = false;
    };

    nvshmemi_device_team describe_for_device(const Team& team) const;

    Slot& slot(int32_t handle) { return slots_[static_cast<size_t>(handle)]; }

    int me_, n_pes_;
    Workspace workspace_;
    uint64_t workspaces_;
    Lobby lobby_;
    std::atomic<uint64_t> next_id_{1};
    mutable std::mutex mutex_;  // of `taken`
    std::vector<Slot> slots_;
    DeviceArea area_;
};

}  // namespace omni::team
