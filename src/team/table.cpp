// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Filling and emptying team slots.
#include "team/table.h"

namespace omni::team {

Table::Table(int me, int n_pes, int max_teams, uint64_t workspaces)
    : me_(me),
      n_pes_(n_pes),
      workspace_{n_pes},
      workspaces_(workspaces),
      slots_(static_cast<size_t>(max_teams)) {}

void Table::create(int32_t handle, std::vector<int32_t> members, int contexts) {
    const size_t index = static_cast<size_t>(handle);
    Slot& slot = slots_[index];
    slot.taken = true;
    slot.pe_of = std::move(members);
    slot.rank_of.assign(static_cast<size_t>(n_pes_), -1);
    for (size_t rank = 0; rank < slot.pe_of.size(); ++rank)
        slot.rank_of[static_cast<size_t>(slot.pe_of[rank])] = static_cast<int32_t>(rank);
    slot.epochs = std::make_unique<Epochs>();
    slot.team = std::make_unique<Team>(Team{
        .id = handle,
        .me = slot.rank_of[static_cast<size_t>(me_)],
        .n = static_cast<int32_t>(slot.pe_of.size()),
        .contexts = contexts,
        .pe_of = slot.pe_of.data(),
        .rank_of = slot.rank_of.data(),
        .workspace = workspaces_ + index * workspace_.bytes(),
        .epochs = slot.epochs.get(),
    });
    if (slot.team->me >= 0) slot.live.store(slot.team.get(), std::memory_order_release);
}

void Table::destroy(int32_t handle) {
    Slot& slot = slots_[static_cast<size_t>(handle)];
    slot.live.store(nullptr, std::memory_order_release);
    slot.team.reset();
    slot.epochs.reset();
    slot.taken = false;
}

std::vector<uint64_t> Table::free_slots() const {
    std::vector<uint64_t> bits((slots_.size() + 63) / 64, 0);
    for (size_t i = first_user; i < slots_.size(); ++i)
        if (!slots_[i].taken) bits[i / 64] |= uint64_t{1} << (i % 64);
    return bits;
}

}  // namespace omni::team
