// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Splits and ends of teams.
#include "coll/team_split.h"

#include "coll/agreement.h"
#include "coll/sync.h"

namespace omni::coll {

// The flags of the new workspaces are zeros on all members before anybody can raise one: destroy() cleared
// them before the slots became free, and the agreement comes after that.
Result<std::vector<int32_t>> split(const HostScope& scope, const team::Team& parent, Status valid,
                                   std::span<const uint64_t> arguments, std::span<const Part> parts) {
    team::Table& table = *scope.pe().teams;
    const AndAll and_all = over_members(scope, parent);
    uint64_t identity = parent.me == 0 ? table.new_unique_id() : ~uint64_t{0};
    Status agreed = agree_on_arguments(and_all, std::move(valid), arguments, identity);
    if (!agreed.ok()) return agreed;
    std::vector<bool> member;
    for (const Part& part : parts) member.push_back(part.ranks.rank_of(parent.me) >= 0);
    auto handles = take_slots(and_all, table, member);
    if (!handles.ok()) return handles;
    for (size_t i = 0; i < parts.size(); ++i) {
        int32_t& handle = (*handles)[i];
        if (member[i])
            table.create(handle, members(parent, parts[i].ranks), parts[i].config, identity);
        else
            handle = -1;
    }
    return handles;
}

// The barrier has two purposes. Nobody writes to this PE's flags any more when they are cleared, not even a
// member that will never be in a team with this PE again. And all operations are complete before ranks and
// PE numbers lose their meaning.
Status destroy(const HostScope& scope, const team::Team& team) {
    if (Status status = barrier(scope, team); !status.ok()) return status;
    const bool used_slots = team.epochs->exchange.load(std::memory_order_relaxed) != 0;
    scope.workspace().clear(scope.local(team.workspace), static_cast<size_t>(team.n), used_slots);
    scope.pe().teams->destroy(team.id);
    return {};
}

}  // namespace omni::coll
