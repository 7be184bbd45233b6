// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// What kernels are told of their PE.
#include "capi/shell.h"
#include "cuda/device_code.h"
#include "nvshmem/detail/device_entry.h"
#include "runtime/lifecycle.h"
#include "runtime/runtime.h"

using namespace omni;

extern "C" {

int nvshmemid_device_state(nvshmemi_device_state* state) {
    constexpr const char* call = "nvshmemid_device_state";
    if (!capi::require(call)) return static_cast<int>(Code::invalid_value);
    if (!state) return capi::answer(call, error(Code::invalid_value, "state is null"));
    auto filled = runtime::current()->device_state();
    if (!filled.ok()) return capi::answer(call, filled.status());
    *state = *filled;
    return 0;
}

/// Of an object that is loaded after the start, kernels can be launched at once.
void nvshmemid_add_device_code(nvshmemi_device_code* code) {
    cuda::add_device_code(code);
    runtime::Runtime* runtime = runtime::current();
    if (runtime && runtime->has_met_device()) capi::finish("the loading of kernels", runtime->meet_device());
}

void nvshmemid_remove_device_code(nvshmemi_device_code* code) { cuda::remove_device_code(code); }

}  // extern "C"
