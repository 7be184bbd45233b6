// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Making an error.
#include "vgpu/api/outcome.h"

#include <cstdarg>

#include "base/status.h"

namespace vgpu::api {

Outcome fail(cudaError_t code, const char* pattern, ...) {
    va_list arguments;
    va_start(arguments, pattern);
    Outcome outcome{code, omni::vformat(pattern, arguments)};
    va_end(arguments);
    return outcome;
}

}  // namespace vgpu::api
