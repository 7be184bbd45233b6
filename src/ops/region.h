// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The bracket in which a PE says that its nonblocking operations may be gathered. One is open at a time.
// Operations here complete one by one, so only the bookkeeping matters: a program that nests or mixes up
// regions is told.
#pragma once

#include <atomic>

#include "base/status.h"

namespace omni::ops {

/// Any thread may call; no locks.
class Region {
  public:
    static constexpr uint32_t kBatchRma = 1;

    /// A handle, above 0 as a signed number too; it comes again after 2^31 regions.
    Result<uint64_t> start(uint32_t hints);
    Status stop(uint64_t handle);
    /// Whether a region is open that has all of `hints`.
    bool is_active(uint32_t hints) const;

  private:
    // A handle is its number in the upper half and the hints in the lower, so that one word tells all.
    std::atomic<uint64_t> open_{0};
    std::atomic<uint32_t> last_number_{0};
};

}  // namespace omni::ops
