// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the tests of the symmetric heap share.
#pragma once

#include <random>
#include <vector>

#include "common.h"

namespace omni::test {

inline nvshmemx_heap_stats_t heap_stats() {
    nvshmemx_heap_stats_t stats{};
    stats.struct_size = sizeof stats;
    EXPECT_EQ(nvshmemx_heap_stats(&stats), 0);
    return stats;
}

inline char* allocate(size_t bytes) { return static_cast<char*>(nvshmem_malloc(bytes)); }

/// Whether all PEs come with the same value. Collective.
inline bool same_everywhere(uint64_t value) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    Symmetric<uint64_t> values(static_cast<size_t>(pes));
    for (int pe = 0; pe < pes; ++pe) nvshmem_uint64_p(&values[static_cast<size_t>(me)], value, pe);
    nvshmem_barrier_all();
    return std::count(values.begin(), values.end(), value) == pes;
}

/// A heap that is as it was at the beginning when this ends.
class UnchangedHeap {
  public:
    UnchangedHeap() = default;
    UnchangedHeap(const UnchangedHeap&) = delete;
    UnchangedHeap& operator=(const UnchangedHeap&) = delete;
    ~UnchangedHeap() {
        const nvshmemx_heap_stats_t now = heap_stats();
        EXPECT_EQ(now.used, before_.used);
        EXPECT_EQ(now.allocations, before_.allocations);
        EXPECT_EQ(now.largest_free, before_.largest_free);
    }

  private:
    nvshmemx_heap_stats_t before_ = heap_stats();
};

}  // namespace omni::test
