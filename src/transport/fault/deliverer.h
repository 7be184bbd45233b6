// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The thread that sees to it that what is held back arrives when nobody of the PE calls. It sleeps while
// nothing is held.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>

#include "base/status.h"

namespace omni::transport::fault {

class Deliverer {
  public:
    /// `deliver` brings to its target what is due, and says when it wants to be called again.
    explicit Deliverer(std::function<int64_t()> deliver) : deliver_(std::move(deliver)) {}
    ~Deliverer();
    Deliverer(const Deliverer&) = delete;
    Deliverer& operator=(const Deliverer&) = delete;

    Status start();
    /// Something is held, or nothing any more.
    void set_work(bool work);

  private:
    void run();

    std::function<int64_t()> deliver_;
    std::atomic<uint32_t> work_{0};
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

}  // namespace omni::transport::fault
