// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "capi/device.h"

#include "runtime/lifecycle.h"

namespace omni::capi {

Result<const cuda::Device*> require_device(std::initializer_list<Argument> arguments) {
    if (!ops::self())
        return error(Code::invalid_value, "called before nvshmem_init or after nvshmem_finalize");
    for (const Argument& argument : arguments)
        if (!argument.value) return error(Code::invalid_value, "%s is null", argument.name);
    if (Status status = meet_device(); !status.ok()) return status;
    return cuda::device();
}

Status meet_device() {
    runtime::Runtime* runtime = runtime::current();  // null on threads that only work for a PE
    return runtime ? runtime->meet_device() : Status();
}

}  // namespace omni::capi
