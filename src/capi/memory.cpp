// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The symmetric heap.
#include "nvshmem/memory.h"

#include <bit>

#include "base/log.h"
#include "capi/device.h"
#include "capi/shell.h"
#include "heap/heap.h"
#include "heap/space.h"
#include "ops/order.h"
#include "ops/trace.h"

using namespace omni;

namespace {

bool traces_memory() { return log::logs(log::Level::trace, log::Source::mem); }

/// The PE, ready for a collective allocation, or null after an error. Programs choose their GPU before the
/// first one.
ops::Pe* require_memory(const char* call) {
    ops::Pe* pe = capi::require(call);
    return pe && capi::finish(call, capi::meet_device()) == 0 ? pe : nullptr;
}

/// `block`: null when there was no room for it.
[[gnu::cold]] void trace_block(const ops::Pe* pe, const char* call, size_t bytes, void* block) {
    const auto offset = static_cast<uint64_t>(static_cast<char*>(block) - pe->base);
    const std::string where = block ? ops::trace::place(pe, offset) : "none";
    ops::trace::line(pe, "memory %zu B %s  %s", bytes, where.c_str(), call);
}

[[gnu::cold]] void trace_end(const ops::Pe* pe, const char* call, void* block) {
    const auto offset = static_cast<uint64_t>(static_cast<char*>(block) - pe->base);
    ops::trace::line(pe, "memory %s  %s", ops::trace::place(pe, offset).c_str(), call);
}

/// Null after an error. Out of memory is an answer and not a fault of the program, so it never ends the job.
void* hand_out(const ops::Pe* pe, const char* call, size_t bytes, const Result<void*>& block) {
    if (traces_memory()) trace_block(pe, call, bytes, block.ok() ? *block : nullptr);
    if (block.ok()) return *block;
    if (block.status().code() == Code::out_of_memory)
        capi::answer(call, block.status());
    else
        report(call, block.status());
    return nullptr;
}

bool check_alignment(const ops::Pe& pe, size_t alignment) {
    const size_t largest = pe.space->layout().alignment();
    if (std::has_single_bit(alignment) && alignment >= 8 && alignment <= largest) return true;
    report("nvshmem_align",
           error(Code::invalid_value, "alignment is %zu, but must be a power of two from 8 to %zu", alignment,
                 largest));
    return false;
}

}  // namespace

extern "C" {

void* nvshmem_malloc(size_t size) {
    ops::Pe* pe = require_memory("nvshmem_malloc");
    if (!pe || size == 0) return nullptr;
    return hand_out(pe, "nvshmem_malloc", size, pe->heap->allocate("nvshmem_malloc", size, 1));
}

void* nvshmem_calloc(size_t count, size_t size) {
    ops::Pe* pe = require_memory("nvshmem_calloc");
    size_t bytes;
    if (!pe || count == 0 || size == 0) return nullptr;
    if (__builtin_mul_overflow(count, size, &bytes)) bytes = SIZE_MAX;  // no heap has room for it
    return hand_out(pe, "nvshmem_calloc", bytes, pe->heap->allocate_zeroed("nvshmem_calloc", bytes));
}

void* nvshmem_align(size_t alignment, size_t size) {
    ops::Pe* pe = require_memory("nvshmem_align");
    if (!pe || size == 0 || !check_alignment(*pe, alignment)) return nullptr;
    return hand_out(pe, "nvshmem_align", size, pe->heap->allocate("nvshmem_align", size, alignment));
}

void nvshmem_free(void* ptr) {
    ops::Pe* pe = capi::require("nvshmem_free");
    if (pe && ptr && traces_memory()) trace_end(pe, "nvshmem_free", ptr);
    if (!pe || !ptr || capi::finish("nvshmem_free", ops::quiet(pe)) != 0) return;
    capi::finish("nvshmem_free", pe->heap->free("nvshmem_free", ptr));
}

int nvshmemx_release(void* ptr) {
    ops::Pe* pe = capi::require("nvshmemx_release");
    if (!pe) return static_cast<int>(Code::invalid_value);
    if (ptr && traces_memory()) trace_end(pe, "nvshmemx_release", ptr);
    return ptr ? capi::finish("nvshmemx_release", pe->heap->release(ptr)) : 0;
}

/// Null for everything that is not a live symmetric address of a mapped PE.
void* nvshmem_ptr(const void* ptr, int target) {
    const ops::Pe* pe = ops::self();
    if (!pe || target < 0 || target >= pe->n || !pe->peer_base[target]) return nullptr;
    const size_t offset = static_cast<size_t>(static_cast<const char*>(ptr) - pe->base);
    return pe->space->live().holds(offset, 1) ? pe->peer_base[target] + offset : nullptr;
}

/// No multicast memory without NVLink SHARP.
void* nvshmemx_mc_ptr(nvshmem_team_t, const void*) { return nullptr; }

}  // extern "C"
