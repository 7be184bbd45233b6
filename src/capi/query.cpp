// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Who am I, which version is this.
#include "nvshmem/query.h"

#include <cstring>

#include "nvshmem/init.h"
#include "nvshmem/version.h"
#include "ops/pe.h"

using omni::ops::self;

extern "C" {

int nvshmem_my_pe(void) { return self() ? self()->me : -1; }
int nvshmem_n_pes(void) { return self() ? self()->n : -1; }

void nvshmem_info_get_version(int* major, int* minor) {
    *major = NVSHMEM_MAJOR_VERSION;
    *minor = NVSHMEM_MINOR_VERSION;
}

void nvshmem_info_get_name(char* name) { std::strcpy(name, NVSHMEM_VENDOR_STRING); }

void nvshmemx_vendor_get_version_info(int* major, int* minor, int* patch) {
    *major = NVSHMEM_VENDOR_MAJOR_VERSION;
    *minor = NVSHMEM_VENDOR_MINOR_VERSION;
    *patch = NVSHMEM_VENDOR_PATCH_VERSION;
}

void nvshmem_query_thread(int* provided) { *provided = NVSHMEM_THREAD_MULTIPLE; }

int nvshmemx_init_status(void) {
    return self() ? NVSHMEM_STATUS_IS_INITIALIZED : NVSHMEM_STATUS_NOT_INITIALIZED;
}
int nvshmemid_init_status(void) { return nvshmemx_init_status(); }

}  // extern "C"
