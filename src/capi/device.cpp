// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "capi/device.h"

namespace omni::capi {

Result<const cuda::Device*> require_device(std::initializer_list<Argument> arguments) {
    if (!ops::self())
        return error(Code::invalid_value, "called before nvshmem_init or after nvshmem_finalize");
    for (const Argument& argument : arguments)
        if (!argument.value) return error(Code::invalid_value, "%s is null", argument.name);
    return cuda::device();
}

}  // namespace omni::capi
