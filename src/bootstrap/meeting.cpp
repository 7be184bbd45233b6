// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Comparing those who came.
#include "bootstrap/meeting.h"

#include <algorithm>
#include <vector>

namespace omni::bootstrap {

namespace {

constexpr size_t kNamed = 8;  // missing ranks that are named; more are counted

std::string node_of(const Entry& entry) {
    const char* end = std::find(std::begin(entry.node.name), std::end(entry.node.name), '\0');
    return {entry.node.name, end};
}

}  // namespace

std::string place_of(const Entry& entry) {
    return format("process %d on node %s", entry.process, node_of(entry).c_str());
}

Status Meeting::enter(const Entry& entry) {
    if (entry.size < 1 || entry.size > kMostPes)
        return error(Code::invalid_value, "nranks is %d (%s); a job has 1 to %d PEs", entry.size,
                     place_of(entry).c_str(), kMostPes);
    if (entry.rank < 0 || entry.rank >= entry.size)
        return error(Code::invalid_value, "myrank is %d of %d (%s); ranks are 0 to nranks - 1", entry.rank,
                     entry.size, place_of(entry).c_str());
    if (!empty() && entry.size != size()) {
        const Entry& first = entries_.begin()->second;
        return error(Code::invalid_value,
                     "nranks differs: PE %d (%s) says %d, PE %d (%s) says %d. Give all PEs the same number",
                     first.rank, place_of(first).c_str(), first.size, entry.rank, place_of(entry).c_str(),
                     entry.size);
    }
    const auto [place, is_new] = entries_.try_emplace(entry.rank, entry);
    if (!is_new && place->second.member != entry.member)
        return error(Code::invalid_value, "rank %d is given twice: to %s and to %s. Give each PE its own",
                     entry.rank, place_of(place->second).c_str(), place_of(entry).c_str());
    place->second = entry;
    return {};
}

std::string Meeting::missing() const {
    std::vector<std::string> names;
    size_t count = 0;
    for (int rank = 0; rank < size(); ++rank)
        if (!entries_.contains(rank) && ++count <= kNamed) names.push_back(std::to_string(rank));
    if (count > names.size()) names.push_back(format("%zu more", count - names.size()));
    std::string list;
    for (size_t i = 0; i < names.size(); ++i)
        list += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return format(count == 1 ? "PE %s of %d has not come" : "PEs %s of %d have not come", list.c_str(),
                  size());
}

Status Meeting::check_machines() const {
    const Entry& first = entries_.begin()->second;
    for (const auto& [rank, entry] : entries_)
        if (!entry.node.same_machine(first.node))
            return error(Code::not_supported,
                         "PE %d is on node %s, PE %d on node %s; PEs on several machines need a network "
                         "transport, which "
                         "this build does not have. Start all PEs on one machine",
                         first.rank, node_of(first).c_str(), rank, node_of(entry).c_str());
    return {};
}

}  // namespace omni::bootstrap
