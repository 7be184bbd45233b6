// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// CUDA modules and libraries.
#include "nvshmem/module.h"

#include "capi/device.h"

using omni::capi::refuse_without_device;

extern "C" {

int nvshmemx_cumodule_init(CUmodule module) {
    return refuse_without_device("nvshmemx_cumodule_init", {{"module", module}});
}
int nvshmemx_cumodule_finalize(CUmodule module) {
    return refuse_without_device("nvshmemx_cumodule_finalize", {{"module", module}});
}
int nvshmemx_culibrary_init(CUlibrary library) {
    return refuse_without_device("nvshmemx_culibrary_init", {{"library", library}});
}
int nvshmemx_culibrary_finalize(CUlibrary library) {
    return refuse_without_device("nvshmemx_culibrary_finalize", {{"library", library}});
}

}  // extern "C"
