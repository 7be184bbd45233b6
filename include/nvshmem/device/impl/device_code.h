// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Makes the device code of a translation unit known to the library, for GPUs: the host code of each presents
// it before main, so programs and shared objects have nothing to do, however many there are.
#pragma once

#include "../../detail/device_entry.h"
#include "module_state.h"

namespace nvshmemi {

// Both passes of the compiler see the use of the state, which keeps it in code that makes no call.
static int fill_device_state(const nvshmemi_device_state* state) {
    return static_cast<int>(cudaMemcpyToSymbol(nvshmemi_device_state_d, state, sizeof *state));
}

// A kernel of another object is not an error that the program should find as its last.
static int function_of_kernel(void** function, const void* kernel) {
    cudaFunction_t found = nullptr;
    const cudaError_t failure = cudaGetFuncBySymbol(&found, kernel);
    if (failure != cudaSuccess) (void)cudaGetLastError();
    *function = found;
    return static_cast<int>(failure);
}

struct presented_device_code {
    nvshmemi_device_code code = {sizeof(nvshmemi_device_code), NVSHMEMI_DEVICE_STATE_VERSION,
                                 fill_device_state, function_of_kernel, nullptr};
    presented_device_code() { nvshmemid_add_device_code(&code); }
    ~presented_device_code() { nvshmemid_remove_device_code(&code); }
    presented_device_code(const presented_device_code&) = delete;
    presented_device_code& operator=(const presented_device_code&) = delete;
};
static presented_device_code device_code_of_this_unit;

}  // namespace nvshmemi
