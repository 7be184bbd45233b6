// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A second process that outlives the launcher in one case only: when the launcher is killed and cannot clean
// up. It then kills every process of the job, grandchildren included, which the kernel would not.
#pragma once

#include <sys/types.h>

#include <string>

#include "base/status.h"
#include "os/descriptor.h"

namespace omni::nvshmrun {

class Guardian {
  public:
    /// `mark`: NAME=VALUE as it stands in the environment of all processes of the job and of no other. Before
    /// any PE is started.
    static Result<Guardian> start(const std::string& mark);
    Guardian(Guardian&&) = default;
    /// An orderly end: the guardian leaves, and has left on return.
    ~Guardian();

    pid_t process() const { return process_; }

  private:
    Guardian(os::Descriptor pipe, pid_t process) : pipe_(std::move(pipe)), process_(process) {}

    os::Descriptor pipe_;  // its end without a byte is the end of the launcher
    pid_t process_;
};

}  // namespace omni::nvshmrun
