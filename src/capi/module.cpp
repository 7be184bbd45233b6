// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// CUDA modules and libraries.
#include "nvshmem/module.h"

#include "capi/device.h"

namespace {

/// Kernels of the virtual device call this very library, so a module needs nothing written into it.
int check(const char* call, const char* argument, const void* handle) {
    return omni::capi::answer(call, omni::capi::require_device({{argument, handle}}).status());
}

}  // namespace

extern "C" {

int nvshmemx_cumodule_init(CUmodule module) { return check("nvshmemx_cumodule_init", "module", module); }
int nvshmemx_cumodule_finalize(CUmodule module) {
    return check("nvshmemx_cumodule_finalize", "module", module);
}
int nvshmemx_culibrary_init(CUlibrary library) {
    return check("nvshmemx_culibrary_init", "library", library);
}
int nvshmemx_culibrary_finalize(CUlibrary library) {
    return check("nvshmemx_culibrary_finalize", "library", library);
}

}  // extern "C"
