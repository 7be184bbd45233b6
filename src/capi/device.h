// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Calls that are about a CUDA device, in a process that has none.
#pragma once

#include <initializer_list>

#include "capi/shell.h"

namespace omni::capi {

struct Argument {
    const char* name;
    const void* value;
};

/// The status of such a call: a start that is missing or a null argument comes first, as it would with a
/// device.
[[gnu::cold]] int refuse_without_device(const char* call, std::initializer_list<Argument> arguments);

}  // namespace omni::capi
