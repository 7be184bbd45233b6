// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Statistics of the heap.
#include "nvshmem/stats.h"

#include "capi/shell.h"
#include "heap/heap.h"

using namespace omni;

extern "C" {

int nvshmemx_heap_stats(nvshmemx_heap_stats_t* out) {
    constexpr const char* call = "nvshmemx_heap_stats";
    ops::Pe* pe = capi::require(call);
    if (!pe) return static_cast<int>(Code::invalid_value);
    if (!out)
        return capi::answer(call, error(Code::invalid_value, "out is null: pass where the statistics go"));
    if (out->struct_size != sizeof *out)
        return capi::answer(
            call, error(Code::invalid_value,
                        "out->struct_size is %zu: set it to sizeof(nvshmemx_heap_stats_t), which is %zu",
                        out->struct_size, sizeof *out));
    const heap::Statistics s = pe->heap->statistics();
    *out = {sizeof *out, s.capacity, s.used, s.peak, s.largest_free, s.allocations, s.released_pending};
    return 0;
}

}  // extern "C"
