// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// CUDA modules and libraries.
#include "nvshmem/module.h"

#include "capi/device.h"
#include "runtime/lifecycle.h"

using namespace omni;

namespace {

/// Kernels of the virtual device call this very library, so nothing is written there.
template <class Handle>
int give_state(const char* call, const char* argument, Handle handle) {
    auto device = capi::require_device({{argument, handle}});
    if (!device.ok()) return capi::answer(call, device.status());
    auto state = runtime::current()->device_state();
    return capi::answer(call, state.ok() ? (*device)->give_state(handle, *state) : std::move(state).status());
}

/// What a module holds is void after the finalize of the library.
int check(const char* call, const char* argument, const void* handle) {
    return capi::answer(call, capi::require_device({{argument, handle}}).status());
}

}  // namespace

extern "C" {

int nvshmemx_cumodule_init(CUmodule module) { return give_state("nvshmemx_cumodule_init", "module", module); }
int nvshmemx_cumodule_finalize(CUmodule module) {
    return check("nvshmemx_cumodule_finalize", "module", module);
}
int nvshmemx_culibrary_init(CUlibrary library) {
    return give_state("nvshmemx_culibrary_init", "library", library);
}
int nvshmemx_culibrary_finalize(CUlibrary library) {
    return check("nvshmemx_culibrary_finalize", "library", library);
}

}  // extern "C"
