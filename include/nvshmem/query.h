// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Who am I, how many are we, what is this library.
#pragma once

#include "detail/export.h"
#include "types.h"

NVSHMEM_BEGIN_C

// This PE's number, 0 to n_pes - 1, and the number of PEs of the job. -1 before the start and after the end.
NVSHMEM_DUAL_API int nvshmem_my_pe(void);
NVSHMEM_DUAL_API int nvshmem_n_pes(void);

// The OpenSHMEM level (NVSHMEM_MAJOR_VERSION, NVSHMEM_MINOR_VERSION); `name` gets NVSHMEM_VENDOR_STRING and
// needs NVSHMEM_MAX_NAME_LEN bytes; the NVSHMEM level (NVSHMEM_VENDOR_..._VERSION) of the library. Callable
// at any time.
NVSHMEM_DUAL_API void nvshmem_info_get_version(int* major, int* minor);
NVSHMEM_DUAL_API void nvshmem_info_get_name(char* name);
NVSHMEM_DUAL_API void nvshmemx_vendor_get_version_info(int* major, int* minor, int* patch);

// The thread level that the library gives, a NVSHMEM_THREAD_... value.
NVSHMEM_API void nvshmem_query_thread(int* provided);

// How far the library is up, an nvshmemx_init_status_t value. No side effects; callable at any time.
NVSHMEM_API int nvshmemx_init_status(void);
NVSHMEM_API int nvshmemid_init_status(void);

NVSHMEM_END_C
