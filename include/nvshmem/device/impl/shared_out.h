// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Scoped operations by algorithms over the scope, whose threads share the work.
#pragma once

#include "../../detail/device_entry.h"
#include "../../region.h"
#include "amo.h"
#include "coll.h"
#include "rma.h"
#include "wait.h"

#define NVSHMEMI_SCOPED(SCOPE, CALL, ...) nvshmemi::__VA_ARGS__

namespace nvshmemi {

// Operations to mapped peers have read their source when they return.
template <class Scope>
NVSHMEM_DEVICE void flush() {
    Scope::sync();
}

template <class Scope>
NVSHMEM_DEVICE int put_counted(void* dest, const void* source, size_t bytes, uint64_t* counter, int pe) {
    const uintptr_t all = reinterpret_cast<uintptr_t>(dest) | reinterpret_cast<uintptr_t>(source) | bytes;
    const char* word = reinterpret_cast<const char*>(counter);
    const char* begin = static_cast<const char*>(dest);
    const bool inside = word + sizeof *counter > begin && word < begin + bytes;
    if (all % 16 != 0 || static_cast<uint64_t>(word - state().base) % 256 != 0 || inside ||
        !peer_place(dest, pe) || !peer_place(counter, pe))
        return invalid_value;
    if (bytes > 0)
        put_signal_bytes<Scope>(dest, source, bytes, counter, bytes, 10, pe);  // NVSHMEM_SIGNAL_ADD
    return 0;
}

// The bracket of a block: what is open is kept by the caller's handle alone, as nothing is gathered here.
NVSHMEM_DEVICE int region_start(nvshmemx_region_handle_t* handle, const nvshmemx_region_attrs_t* attrs) {
    sync_block();
    const uint32_t hints = attrs ? attrs->hints : 0;
    if (!handle || (hints & ~1u) != 0) return invalid_value;
    *handle = uint64_t{1} << 32 | hints;
    return 0;
}
NVSHMEM_DEVICE int region_stop(nvshmemx_region_handle_t handle) {
    sync_block();
    return handle >> 32 == 1 ? 0 : invalid_value;
}

NVSHMEM_DEVICE void give_smem(void*, size_t) { sync_block(); }
NVSHMEM_DEVICE void release_smem() { sync_block(); }

}  // namespace nvshmemi
