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
/// virtual one. Kernels can be prepared for it.
Result<const cuda::Device*> require_device(std::initializer_list<Argument> arguments);

/// Makes the calling thread's GPU ready for kernels, where the program has one.
Status meet_device();

}  // namespace omni::capi
