// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Sleeping until something is due.
#include "transport/fault/deliverer.h"

#include <algorithm>

#include "os/clock.h"
#include "os/futex.h"
#include "os/thread.h"

namespace omni::transport::fault {

namespace {

constexpr int64_t kLongestSleepNs = 200'000;

}  // namespace

Deliverer::~Deliverer() {
    if (!thread_.joinable()) return;
    stopping_.store(true, std::memory_order_relaxed);
    set_work(true);
    thread_.join();
}

Status Deliverer::start() {
    auto thread = os::start_thread("omnishmem-fault", [this] { run(); });
    if (!thread.ok()) return std::move(thread).status();
    thread_ = std::move(*thread);
    return {};
}

void Deliverer::set_work(bool work) {
    if (work_.exchange(work, std::memory_order_release) == 0 && work) os::futex_wake(work_);
}

void Deliverer::run() {
    while (!stopping_.load(std::memory_order_relaxed)) {
        if (work_.load(std::memory_order_acquire) == 0) {
            os::futex_wait(work_, 0);
            continue;
        }
        const int64_t left = deliver_() - os::now_ns();
        if (left > 0) os::sleep_ns(std::min(left, kLongestSleepNs));
    }
}

}  // namespace omni::transport::fault
