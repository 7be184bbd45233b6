// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The point in time by which a series of steps must be through.
#pragma once

#include <algorithm>
#include <limits>

#include "os/clock.h"

namespace omni::os {

class Deadline {
  public:
    static Deadline in(double seconds) {
        return Deadline(now_ns() + static_cast<int64_t>(std::min(seconds, 1e9) * 1e9));
    }
    static Deadline never() { return Deadline(std::numeric_limits<int64_t>::max()); }

    bool passed() const { return now_ns() >= end_ns_; }
    /// This one, or `seconds` from now when that comes first.
    Deadline within(double seconds) const { return std::min(*this, in(seconds)); }
    /// What is left in milliseconds, rounded up; -1 (no limit) for never(): the timeout of poll().
    int left_ms() const {
        if (end_ns_ == never().end_ns_) return -1;
        const int64_t left = std::max<int64_t>(0, end_ns_ - now_ns());
        return static_cast<int>(
            std::min<int64_t>((left + 999'999) / 1'000'000, std::numeric_limits<int>::max()));
    }

    auto operator<=>(const Deadline&) const = default;

  private:
    explicit Deadline(int64_t end_ns) : end_ns_(end_ns) {}
    int64_t end_ns_;
};

}  // namespace omni::os
