// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A transport that makes the worst of another one: by seed it delays, reorders and splits operations, turns
// attempts away and makes them twice, all within what docs/transports.md allows. Programs and collectives
// that count on more than they were promised fail under it.
#pragma once

#include <memory>

#include "control/member.h"
#include "transport/fault/plan.h"
#include "transport/transport.h"

namespace omni::transport::fault {

Result<std::unique_ptr<Transport>> wrap(control::Member& member, std::unique_ptr<Transport> inner,
                                        const Plan& plan);

}  // namespace omni::transport::fault
