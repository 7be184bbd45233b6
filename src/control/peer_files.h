// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Opening files that other PEs have open.
#pragma once

#include <functional>
#include <vector>

#include "control/exchange.h"
#include "os/memory.h"

namespace omni::control {

/// What a PE wants of another's file.
using TakeFile = std::function<Status(int pe, os::Descriptor file)>;

/// Collective. files[k] is what PE k has open and offers; `take` is called with that of each PE in `wanted`.
/// A file is opened by /proc; where this PE may not look at the other there (another process name space,
/// given-up privileges), its owner hands the descriptor over by a Unix socket. Nobody returns before all have
/// what they want.
Status open_peer_files(Member& member, const WaitInfo& info, const std::vector<os::FileAddress>& files,
                       const std::vector<int>& wanted, const TakeFile& take);

}  // namespace omni::control
