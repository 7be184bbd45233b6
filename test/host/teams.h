// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Teams for tests of collectives: made by a split of the world, with the members computed by the test itself.
#pragma once

#include <string>
#include <vector>

#include "common.h"

namespace omni::test {

/// start, start + stride, ...: `size` of them.
inline std::vector<int> strided(int start, int stride, int size) {
    std::vector<int> pes;
    for (int i = 0; i < size; ++i) pes.push_back(start + i * stride);
    return pes;
}

/// A team of the world's PEs start, start + stride, ... Begin and end are collective over the world.
class SplitTeam {
  public:
    SplitTeam(std::string name, int start, int stride, int size)
        : name_(std::move(name)), members_(strided(start, stride, size)) {
        EXPECT_EQ(nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, start, stride, size, nullptr, 0, &handle_),
                  0);
        const auto found = std::find(members_.begin(), members_.end(), nvshmem_my_pe());
        rank_ = found == members_.end() ? -1 : static_cast<int>(found - members_.begin());
        EXPECT_EQ(handle_ != NVSHMEM_TEAM_INVALID, is_member());
    }
    SplitTeam(const SplitTeam&) = delete;
    SplitTeam& operator=(const SplitTeam&) = delete;
    ~SplitTeam() {
        if (is_member()) nvshmem_team_destroy(handle_);
    }

    const std::string& name() const { return name_; }
    nvshmem_team_t handle() const { return handle_; }
    bool is_member() const { return rank_ >= 0; }
    int rank() const { return rank_; }
    int size() const { return static_cast<int>(members_.size()); }
    /// World PEs in rank order.
    const std::vector<int>& members() const { return members_; }

  private:
    std::string name_;
    std::vector<int> members_;
    nvshmem_team_t handle_ = NVSHMEM_TEAM_INVALID;
    int rank_ = -1;
};

/// Every kind of team that there is at this number of PEs, one after the other. `f(team)` runs on all PEs,
/// also on those that are no members.
template <class F>
void on_every_kind_of_team(F f) {
    const int pes = nvshmem_n_pes();
    const auto run = [&](std::string name, int start, int stride, int size) {
        const SplitTeam team(std::move(name), start, stride, size);
        SCOPED_TRACE(team.name());
        f(team);
    };
    run("copy of the world", 0, 1, pes);
    if (pes > 1) run("reversed world", pes - 1, -1, pes);
    if (pes > 1) run("odd PEs", 1, 2, pes / 2);
    if (pes > 2) run("all but PE 0", 1, 1, pes - 1);
    if (pes > 3) run("even PEs downwards", (pes - 1) / 2 * 2, -2, (pes + 1) / 2);
    run("last PE", pes - 1, 0, 1);
}

}  // namespace omni::test
