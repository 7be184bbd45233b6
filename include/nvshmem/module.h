// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA modules and libraries that a program loads itself: their device code needs the library's state before
// it can make calls. The library must be initialized. A module without such code is fine, nothing is done.
// All return a status: NVSHMEMX_ERROR_INVALID_VALUE for NULL, NVSHMEMX_ERROR_NOT_SUPPORTED in a process
// without a CUDA device.
#pragma once

#include "detail/cuda_types.h"
#include "detail/export.h"

NVSHMEM_BEGIN_C

// Writes the device state into a module, and keeps it up to date until the finalize, which must come before
// an unload.
NVSHMEM_API int nvshmemx_cumodule_init(CUmodule module);
NVSHMEM_API int nvshmemx_cumodule_finalize(CUmodule module);

// The same for a library object.
NVSHMEM_API int nvshmemx_culibrary_init(CUlibrary library);
NVSHMEM_API int nvshmemx_culibrary_finalize(CUlibrary library);

NVSHMEM_END_C
