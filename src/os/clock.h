// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Time that every process of the machine agrees on.
#pragma once

#include <time.h>

#include <cstdint>

namespace omni::os {

/// Nanoseconds of CLOCK_MONOTONIC: the same clock in all processes of a node.
inline int64_t now_ns() {
    timespec now;
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

inline void sleep_ns(int64_t nanoseconds) {
    const timespec length{nanoseconds / 1'000'000'000, nanoseconds % 1'000'000'000};
    ::nanosleep(&length, nullptr);
}

}  // namespace omni::os
