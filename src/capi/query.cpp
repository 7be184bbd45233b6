// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Who am I, which version is this.
#include "nvshmem/query.h"

#include <cstring>

#include "nvshmem/init.h"
#include "nvshmem/version.h"
#include "ops/pe.h"

using omni::ops::numbers;
using omni::ops::self;

namespace {

/// Null: the caller does not want to know.
void set(int* where, int value) {
    if (where) *where = value;
}

}  // namespace

extern "C" {

int nvshmem_my_pe(void) { return numbers().me; }
int nvshmem_n_pes(void) { return numbers().n; }

void nvshmem_info_get_version(int* major, int* minor) {
    set(major, NVSHMEM_MAJOR_VERSION);
    set(minor, NVSHMEM_MINOR_VERSION);
}

void nvshmem_info_get_name(char* name) {
    static_assert(sizeof NVSHMEM_VENDOR_STRING <= NVSHMEM_MAX_NAME_LEN);
    if (name) std::strcpy(name, NVSHMEM_VENDOR_STRING);
}

void nvshmemx_vendor_get_version_info(int* major, int* minor, int* patch) {
    set(major, NVSHMEM_VENDOR_MAJOR_VERSION);
    set(minor, NVSHMEM_VENDOR_MINOR_VERSION);
    set(patch, NVSHMEM_VENDOR_PATCH_VERSION);
}

const char* nvshmemx_omnishmem_version(void) { return OMNISHMEM_VERSION_STRING; }

void nvshmem_query_thread(int* provided) { set(provided, NVSHMEM_THREAD_MULTIPLE); }

int nvshmemx_init_status(void) {
    return self() ? NVSHMEM_STATUS_IS_INITIALIZED : NVSHMEM_STATUS_NOT_INITIALIZED;
}
int nvshmemid_init_status(void) { return nvshmemx_init_status(); }

}  // extern "C"
