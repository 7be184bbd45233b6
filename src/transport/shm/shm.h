// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The transport between processes of one node whose heaps are not mapped into each other. Every operation
// goes through shared rings and is carried out by a thread of the target: what a network does, without the
// network. docs/transports.md describes the protocol.
#pragma once

#include <memory>

#include "control/member.h"
#include "transport/transport.h"

namespace omni::transport::shm {

/// Collective. Peers may name [0, bytes) of this PE, which lies at `base`. `threads`: PEs share this address
/// space. The transport ends after a barrier that follows its last quiet(), since others use its memory.
Result<std::unique_ptr<Transport>> create(control::Member& member, char* base, size_t bytes, bool threads);

}  // namespace omni::transport::shm
