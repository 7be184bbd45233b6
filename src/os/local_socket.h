// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Unix sockets that carry packets between processes of one user on this machine. Names lie in no directory: a
// name is gone with its listener. Others can see the names, so the user at the other end is asked for; the
// kernel answers.
#pragma once

#include <string>

#include "base/status.h"
#include "os/descriptor.h"

namespace omni::os {

/// `name`: at most 100 characters. `backlog`: how many may connect before they are accepted.
Result<Descriptor> listen_locally(const std::string& name, int backlog);
/// Does not wait: a connection can be written to before it is accepted.
Result<Descriptor> connect_locally(const std::string& name);
/// The next that waits; an invalid descriptor when there is none.
Descriptor accept_locally(const Descriptor& listener);
/// An error when the process at the other end, which connected or listens, belongs to another user.
Status check_user(const Descriptor& connection);

}  // namespace omni::os
