// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Which PE is on which node, and who maps whose memory: one table, the same on all PEs, made by one exchange.
#pragma once

#include <cstdint>
#include <vector>

#include "bootstrap/node.h"
#include "control/exchange.h"

namespace omni::runtime {

/// What a PE tells.
struct Place {
    bootstrap::Node node;
    uint64_t direct;  ///< its memory may be mapped (not NVSHMEM_DISABLE_P2P)
};

class Topology {
  public:
    Topology() = default;
    explicit Topology(std::vector<Place> places) : places_(std::move(places)) {}

    /// Collective.
    static Result<Topology> exchange(control::Member& member, const Place& mine);

    /// The PEs of `pe`'s node, ascending.
    std::vector<int32_t> node_of(int pe) const;
    /// Of every node the PE that has the rank in it that `pe` has in its own.
    std::vector<int32_t> same_rank_as(int pe) const;
    /// The PEs whose memory `pe` maps, itself among them. Mapping is mutual.
    std::vector<int32_t> mapped_by(int pe) const;
    /// Every PE maps every other.
    bool is_all_mapped() const;

  private:
    bool maps(const Place& a, const Place& b) const;
    size_t rank_in_node(int pe) const;

    std::vector<Place> places_;  // by PE
};

}  // namespace omni::runtime
