// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Regions.
#include "ops/region.h"

#include <memory>

#include "capi/shell.h"
#include "nvshmem/detail/device_entry.h"
#include "nvshmem/region.h"

using namespace omni;

static_assert(ops::Region::kBatchRma == NVSHMEMX_REGION_HINT_BATCH_RMA);

namespace {

/// The region of the block of a kernel that is at work on this thread of the system: blocks do not change
/// threads, and a new one finds no region open.
struct BlockRegion {
    uint64_t block = 0;
    std::unique_ptr<ops::Region> region;
};
ops::Region& region_of_block(uint64_t block) {
    static thread_local BlockRegion present;
    if (present.block != block || !present.region) present = {block, std::make_unique<ops::Region>()};
    return *present.region;
}

int refuse_null(const char* call, const char* argument) {
    return capi::answer(call, error(Code::invalid_value, "%s is null: pass where the answer goes", argument));
}

}  // namespace

extern "C" {

int nvshmemx_region_start(nvshmemx_region_handle_t* handle, const nvshmemx_region_attrs_t* attrs) {
    constexpr const char* call = "nvshmemx_region_start";
    ops::Pe* pe = capi::require(call);
    if (!pe) return static_cast<int>(Code::invalid_value);
    if (!handle) return refuse_null(call, "handle");
    auto started = pe->region->start(attrs ? attrs->hints : uint32_t{NVSHMEMX_REGION_HINT_NONE});
    if (!started.ok()) return capi::answer(call, started.status());
    *handle = *started;
    return 0;
}

int nvshmemx_region_stop(nvshmemx_region_handle_t handle) {
    ops::Pe* pe = capi::require("nvshmemx_region_stop");
    if (!pe) return static_cast<int>(Code::invalid_value);
    return capi::answer("nvshmemx_region_stop", pe->region->stop(handle));
}

int nvshmemx_region_is_active(uint32_t hints, int* active) {
    ops::Pe* pe = capi::require("nvshmemx_region_is_active");
    if (!pe) return static_cast<int>(Code::invalid_value);
    if (!active) return refuse_null("nvshmemx_region_is_active", "active");
    *active = pe->region->is_active(hints);
    return 0;
}

int64_t nvshmemid_block_region_start(uint64_t block, int has_handle, uint32_t hints) {
    constexpr const char* call = "nvshmemx_region_start_block";
    if (!capi::require(call)) return -static_cast<int64_t>(Code::invalid_value);
    if (!has_handle) return -refuse_null(call, "handle");
    auto started = region_of_block(block).start(hints);
    return started.ok() ? static_cast<int64_t>(*started) : -capi::answer(call, started.status());
}

int nvshmemid_block_region_stop(uint64_t block, uint64_t handle) {
    constexpr const char* call = "nvshmemx_region_stop_block";
    if (!capi::require(call)) return static_cast<int>(Code::invalid_value);
    return capi::answer(call, region_of_block(block).stop(handle));
}

}  // extern "C"
