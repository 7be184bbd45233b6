// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A PE's side of the meeting: find the root, enter, wait for the answer.
#pragma once

#include "bootstrap/message.h"
#include "bootstrap/unique_id.h"
#include "os/deadline.h"
#include "os/descriptor.h"

namespace omni::bootstrap {

class Caller {
  public:
    /// `entry.nonce` is drawn anew at each attempt.
    Caller(const UniqueId& id, const Entry& entry) : id_(id), entry_(entry) {}

    /// Returns once all PEs have come. An error when the root refuses, cannot be found, or the deadline has
    /// passed.
    Result<Welcome> meet(os::Deadline deadline);

  private:
    enum class Outcome { welcomed, refused, unreachable, broken };

    Outcome converse(const os::Descriptor& connection, const os::Endpoint& root, os::Deadline deadline);
    Outcome call_any(os::Deadline deadline);
    Status introduce(const os::Descriptor& connection, os::Deadline deadline);
    Result<Message> read(const os::Descriptor& connection, const Nonce& nonce, Kind kind, int receiver,
                         os::Deadline deadline) const;
    Status not_found() const;

    const UniqueId& id_;
    Entry entry_;
    Welcome welcome_{};
    std::string refusal_;
    std::string trouble_;  ///< what went wrong, rather with a root that was reached
};

}  // namespace omni::bootstrap
