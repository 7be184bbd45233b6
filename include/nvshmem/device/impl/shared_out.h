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

// Operations have read their source when they return: those by the proxy have a copy of it.
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
        !is_symmetric(dest, pe) || !is_symmetric(counter, pe))
        return invalid_value;
    if (bytes > 0)
        put_signal_bytes<Scope>(dest, source, bytes, counter, bytes, 10, pe);  // NVSHMEM_SIGNAL_ADD
    return 0;
}

// Whether the block has a region open; `next`, where not null, is what holds from now on.
NVSHMEM_DEVICE bool exchange_open(const bool* next) {
    block_mark* mark = mark_of_block();
    const block_mark own = own_mark();
    sync_block();
    const bool open = mark->launch == own.launch && mark->block == own.block;
    sync_block();
    if (next && block::index() == 0) *mark = {own.launch, *next ? own.block : 0};
    sync_block();
    return open;
}

// The bracket of a block. Nothing is gathered here, so only the bookkeeping matters; all threads have the
// same arguments.
NVSHMEM_DEVICE int region_start(nvshmemx_region_handle_t* handle, const nvshmemx_region_attrs_t* attrs) {
    const uint32_t hints = attrs ? attrs->hints : 0;
    const bool good = handle && (hints & ~1u) == 0, yes = true;
    if (exchange_open(good ? &yes : nullptr) || !good) return invalid_value;
    *handle = uint64_t{1} << 32 | hints;
    return 0;
}
NVSHMEM_DEVICE int region_stop(nvshmemx_region_handle_t handle) {
    const bool good = handle >> 32 == 1, no = false;
    return exchange_open(good ? &no : nullptr) && good ? 0 : invalid_value;
}

NVSHMEM_DEVICE void give_smem(void*, size_t) { sync_block(); }
NVSHMEM_DEVICE void release_smem() { sync_block(); }

}  // namespace nvshmemi
