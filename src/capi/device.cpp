// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The refusal.
#include "capi/device.h"

namespace omni::capi {

int refuse_without_device(const char* call, std::initializer_list<Argument> arguments) {
    if (!ops::self())
        return answer(call,
                      error(Code::invalid_value, "called before nvshmem_init or after nvshmem_finalize"));
    for (const Argument& argument : arguments)
        if (!argument.value) return answer(call, error(Code::invalid_value, "%s is null", argument.name));
    return answer(call,
                  error(Code::not_supported,
                        "no CUDA device is at work in this process: kernels need one, host calls do not"));
}

}  // namespace omni::capi
