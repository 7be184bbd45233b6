// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Handing descriptors from process to process over Unix sockets, where /proc does not let a process look at
// another: other process name spaces, hardened systems, processes that gave up privileges. Works within one
// network name space and one user.
#pragma once

#include <string>

#include "base/status.h"
#include "os/deadline.h"
#include "os/descriptor.h"

namespace omni::os {

/// Where others leave descriptors for this process. Nothing in any directory: the name is an abstract one.
class Inbox {
  public:
    /// `name`: at most 100 characters that nobody can guess. `capacity`: how many descriptors may wait.
    static Result<Inbox> open(const std::string& name, int capacity);

    struct Delivery {
        int sender;  ///< the number that the sender gave
        Descriptor descriptor;
    };
    /// The next descriptor that a process of the same user left.
    Result<Delivery> receive(Deadline deadline) const;

  private:
    explicit Inbox(Descriptor listener) : listener_(std::move(listener)) {}
    Descriptor listener_;
};

/// Leaves a duplicate of `descriptor` in the inbox; does not wait for its owner. Refuses when another user
/// owns it.
Status hand_over(const std::string& inbox, int sender, int descriptor);

}  // namespace omni::os
