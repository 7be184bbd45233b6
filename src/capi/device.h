// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Calls about a CUDA device: what all of them check first.
#pragma once

#include <initializer_list>

#include "capi/shell.h"
#include "cuda/device.h"

namespace omni::capi {

struct Argument {
    const char* name;
    const void* value;
};

/// The device, if the library has started, no argument is null and the process has one, or can have the
/// virtual one.
Result<const cuda::Device*> require_device(std::initializer_list<Argument> arguments);

}  // namespace omni::capi
