// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Opening and closing regions.
#include "ops/region.h"

#include <cinttypes>

namespace omni::ops {

Result<uint64_t> Region::start(uint32_t hints) {
    if ((hints & ~kBatchRma) != 0)
        return error(Code::invalid_value,
                     "attrs->hints is 0x%" PRIx32 ": of its bits only 0x%" PRIx32 " is known", hints,
                     kBatchRma);
    const uint32_t number = last_number_.fetch_add(1, std::memory_order_relaxed) % 0x7fff'ffff + 1;
    const uint64_t handle = uint64_t{number} << 32 | hints;
    uint64_t none = 0;
    if (open_.compare_exchange_strong(none, handle)) return handle;
    return error(Code::invalid_value, "a region is open already (handle 0x%" PRIx64 "): stop it first", none);
}

Status Region::stop(uint64_t handle) {
    uint64_t open = handle;
    if (handle != 0 && open_.compare_exchange_strong(open, 0)) return {};
    open = open_.load();
    if (open == 0)
        return error(Code::invalid_value, "handle is 0x%" PRIx64 ", but no region is open", handle);
    return error(Code::invalid_value, "handle is 0x%" PRIx64 ", but the open region has 0x%" PRIx64, handle,
                 open);
}

bool Region::is_active(uint32_t hints) const {
    const uint64_t open = open_.load(std::memory_order_acquire);
    return open != 0 && (static_cast<uint32_t>(open) & hints) == hints;
}

}  // namespace omni::ops
