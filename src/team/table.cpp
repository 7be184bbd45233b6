// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Filling and emptying team slots.
#include "team/table.h"

#include <algorithm>

namespace omni::team {

namespace {

size_t workspaces_bytes(int n_pes, int max_teams) {
    return static_cast<size_t>(max_teams) * Workspace{n_pes}.bytes();
}

constexpr nvshmemi_device_team kNoDeviceTeam{-1, 0, nullptr, nullptr, 0, 0, nullptr};

}  // namespace

nvshmemi_device_team Table::describe_for_device(const Team& team) const {
    static_assert(sizeof(std::atomic<uint64_t>) == sizeof(uint64_t));
    return {.me = team.me,
            .n = team.n,
            .pe_of = team.pe_of,
            .rank_of = team.rank_of,
            .flags = team.workspace + workspace_.device_flag(0),
            .flag_stride = kCacheLine,
            .epoch = reinterpret_cast<uint64_t*>(&team.epochs->device)};
}

Table::Table(int me, int n_pes, int max_teams, uint64_t memory)
    : me_(me),
      n_pes_(n_pes),
      workspace_{n_pes},
      workspaces_(memory),
      lobby_(n_pes, max_teams, memory + workspaces_bytes(n_pes, max_teams)),
      slots_(static_cast<size_t>(max_teams)),
      area_(n_pes, max_teams) {
    std::fill_n(area_.teams(), max_teams, kNoDeviceTeam);
}

size_t Table::bytes(int n_pes, int max_teams) {
    return workspaces_bytes(n_pes, max_teams) + Lobby(n_pes, max_teams, 0).bytes();
}

std::vector<uint64_t> Table::free_slots() const {
    std::lock_guard lock(mutex_);
    std::vector<uint64_t> bits((slots_.size() + 63) / 64, 0);
    for (size_t i = first_user; i < slots_.size(); ++i)
        if (!slots_[i].taken) bits[i / 64] |= uint64_t{1} << (i % 64);
    return bits;
}

bool Table::claim(int32_t handle) {
    std::lock_guard lock(mutex_);
    return !std::exchange(slot(handle).taken, true);
}

void Table::release(int32_t handle) {
    std::lock_guard lock(mutex_);
    slot(handle).taken = false;
}

void Table::create(int32_t handle, const std::vector<int32_t>& members, const Config& config,
                   uint64_t identity) {
    Slot& s = slot(handle);
    int32_t *pe_of = area_.pe_of(handle), *rank_of = area_.rank_of(handle);
    std::copy(members.begin(), members.end(), pe_of);
    std::fill_n(rank_of, n_pes_, -1);
    for (size_t rank = 0; rank < members.size(); ++rank) rank_of[members[rank]] = static_cast<int32_t>(rank);
    s.team = std::make_unique<Team>(Team{
        .id = handle,
        .me = rank_of[me_],
        .n = static_cast<int32_t>(members.size()),
        .config = config,
        .identity = identity,
        .pe_of = pe_of,
        .rank_of = rank_of,
        .workspace = workspaces_ + static_cast<uint64_t>(handle) * workspace_.bytes(),
        .epochs = area_.restart_epochs(handle),
    });
    area_.teams()[handle] = describe_for_device(*s.team);
    if (s.team->me >= 0) s.live.store(s.team.get(), std::memory_order_release);
}

void Table::destroy(int32_t handle) {
    Slot& s = slot(handle);
    s.live.store(nullptr, std::memory_order_release);
    area_.teams()[handle] = kNoDeviceTeam;
    s.team.reset();
    release(handle);
}

}  // namespace omni::team
