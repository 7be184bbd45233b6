// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// One round of poll(): who is interested adds a descriptor and what to do when it is ready.
#pragma once

#include <poll.h>

#include <functional>
#include <vector>

namespace omni::nvshmrun {

class Poller {
  public:
    void add(int descriptor, short events, std::function<void()> ready) {
        descriptors_.push_back({descriptor, events, 0});
        ready_.push_back(std::move(ready));
    }

    /// Waits for the first that is ready or the time limit, then calls all that are ready.
    void wait(int milliseconds) {
        if (::poll(descriptors_.data(), descriptors_.size(), milliseconds) <= 0) return;
        for (size_t i = 0; i < descriptors_.size(); ++i)
            if (descriptors_[i].revents != 0) ready_[i]();
    }

  private:
    std::vector<pollfd> descriptors_;
    std::vector<std::function<void()>> ready_;
};

}  // namespace omni::nvshmrun
