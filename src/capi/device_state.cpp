// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// What kernels are told of their PE.
#include "capi/shell.h"
#include "nvshmem/detail/device_entry.h"
#include "runtime/lifecycle.h"
#include "runtime/runtime.h"

using namespace omni;

extern "C" {

int nvshmemid_device_state(nvshmemi_device_state* state) {
    constexpr const char* call = "nvshmemid_device_state";
    const ops::Pe* pe = capi::require(call);
    if (!pe) return static_cast<int>(Code::invalid_value);
    if (!state) return capi::answer(call, error(Code::invalid_value, "state is null"));
    auto proxy = runtime::current()->proxy_ring();
    if (!proxy.ok()) return capi::answer(call, proxy.status());
    *state = {.bytes = sizeof(nvshmemi_device_state),
              .version = NVSHMEMI_DEVICE_STATE_VERSION,
              .me = pe->me,
              .n = pe->n,
              .base = pe->base,
              .heap_bytes = pe->heap_bytes,
              .peer_base = pe->peer_base,
              .teams = pe->teams->device_teams(),
              .n_teams = pe->teams->max_teams(),
              .reserved = 0,
              .proxy = *proxy};
    return 0;
}

}  // extern "C"
