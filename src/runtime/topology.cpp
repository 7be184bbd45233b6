// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Questions to the table of places.
#include "runtime/topology.h"

#include <algorithm>

namespace omni::runtime {

Result<Topology> Topology::exchange(control::Member& member, const Place& mine) {
    const control::WaitInfo info{.call = "nvshmem_init", .kind = control::WaitKind::allocation};
    std::vector<Place> places(static_cast<size_t>(member.n));
    if (Status status = control::allgather(member, info, &mine, places.data(), sizeof mine); !status.ok())
        return status;
    return Topology(std::move(places));
}

std::vector<int32_t> Topology::node_of(int pe) const {
    const bootstrap::Node& node = places_[static_cast<size_t>(pe)].node;
    std::vector<int32_t> members;
    for (size_t other = 0; other < places_.size(); ++other)
        if (node.same_node(places_[other].node)) members.push_back(static_cast<int32_t>(other));
    return members;
}

size_t Topology::rank_in_node(int pe) const {
    const auto members = node_of(pe);
    return static_cast<size_t>(std::find(members.begin(), members.end(), pe) - members.begin());
}

std::vector<int32_t> Topology::same_rank_as(int pe) const {
    const size_t rank = rank_in_node(pe);
    std::vector<int32_t> members;
    for (int other = 0; other < static_cast<int>(places_.size()); ++other)
        if (rank_in_node(other) == rank) members.push_back(other);
    return members;
}

bool Topology::maps(const Place& a, const Place& b) const {
    return &a == &b || (a.direct && b.direct && a.node.same_node(b.node));
}

std::vector<int32_t> Topology::mapped_by(int pe) const {
    std::vector<int32_t> members;
    for (size_t other = 0; other < places_.size(); ++other)
        if (maps(places_[static_cast<size_t>(pe)], places_[other]))
            members.push_back(static_cast<int32_t>(other));
    return members;
}

bool Topology::is_all_mapped() const {
    for (int pe = 0; pe < static_cast<int>(places_.size()); ++pe)
        if (mapped_by(pe).size() != places_.size()) return false;
    return true;
}

}  // namespace omni::runtime
