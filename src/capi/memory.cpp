// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The symmetric heap.
#include "nvshmem/memory.h"

#include "base/log.h"
#include "capi/shell.h"
#include "heap/heap.h"
#include "heap/space.h"
#include "ops/order.h"

using namespace omni;

namespace {

/// Null after an error. Out of memory is an answer and not a fault of the program: said, recorded, never the
/// end of the job.
void* hand_out(const char* call, const Result<void*>& block) {
    if (block.ok()) return *block;
    if (block.status().code() != Code::out_of_memory) return report(call, block.status()), nullptr;
    log::warn("%s: %s", call, block.status().text());
    return record(call, block.status()), nullptr;
}

bool is_power_of_two(size_t n) { return n != 0 && (n & (n - 1)) == 0; }

}  // namespace

extern "C" {

void* nvshmem_malloc(size_t size) {
    ops::Pe* pe = capi::require("nvshmem_malloc");
    if (!pe || size == 0) return nullptr;
    return hand_out("nvshmem_malloc", pe->heap->allocate("nvshmem_malloc", size, 1));
}

void* nvshmem_calloc(size_t count, size_t size) {
    ops::Pe* pe = capi::require("nvshmem_calloc");
    size_t bytes;
    if (!pe || count == 0 || size == 0) return nullptr;
    if (__builtin_mul_overflow(count, size, &bytes)) bytes = SIZE_MAX;  // no room for it, on every PE
    return hand_out("nvshmem_calloc", pe->heap->allocate_zeroed("nvshmem_calloc", bytes));
}

void* nvshmem_align(size_t alignment, size_t size) {
    ops::Pe* pe = capi::require("nvshmem_align");
    if (!pe || size == 0) return nullptr;
    if (!is_power_of_two(alignment)) {
        report("nvshmem_align",
               error(Code::invalid_value, "alignment is %zu, but must be a power of two", alignment));
        return nullptr;
    }
    return hand_out("nvshmem_align", pe->heap->allocate("nvshmem_align", size, alignment));
}

void nvshmem_free(void* ptr) {
    ops::Pe* pe = capi::require("nvshmem_free");
    if (!pe || !ptr || capi::finish("nvshmem_free", ops::quiet(pe)) != 0) return;
    capi::finish("nvshmem_free", pe->heap->free("nvshmem_free", ptr));
}

int nvshmemx_release(void* ptr) {
    ops::Pe* pe = capi::require("nvshmemx_release");
    if (!pe) return static_cast<int>(Code::invalid_value);
    return ptr ? capi::finish("nvshmemx_release", pe->heap->release(ptr)) : 0;
}

/// Null for everything that is not a live symmetric address of a mapped PE.
void* nvshmem_ptr(const void* ptr, int target) {
    const ops::Pe* pe = ops::self();
    if (!pe || target < 0 || target >= pe->n || !pe->peer_base[target] || !pe->heap->is_live(ptr, 1))
        return nullptr;
    return pe->peer_base[target] + (static_cast<const char*>(ptr) - pe->base);
}

/// No multicast memory without NVLink SHARP.
void* nvshmemx_mc_ptr(nvshmem_team_t, const void*) { return nullptr; }

}  // extern "C"
