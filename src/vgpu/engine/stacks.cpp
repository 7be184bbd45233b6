// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Stacks of fibers.
#include "vgpu/engine/stacks.h"

#include <algorithm>
#include <cstring>

namespace vgpu {

namespace {

/// Only pages that are touched cost memory, most fibers touch one.
constexpr size_t kStackBytes = 64 * 1024 * kStackFactor;
constexpr size_t kFirstSlab = 32, kLargestSlab = 1024;
/// Tops of neighbours differ by this much, so that they do not share one set of the cache.
constexpr size_t kSpread = 64, kSpreads = 64;
constexpr uint64_t kCanary = 0x7665726966795f21;

}  // namespace

bool Fibers::overflown(const Fiber* fiber) {
    uint64_t canary;
    std::memcpy(&canary, fiber->stack, sizeof canary);
    return canary != kCanary;
}

bool Fibers::grow() {
    const size_t count = std::clamp(all_.size(), kFirstSlab, kLargestSlab);
    auto slab = omni::os::map_zeros(count * kStackBytes);
    if (!slab.ok()) return false;
    for (size_t i = 0; i < count; ++i) {
        Fiber& fiber = all_.emplace_back();
        fiber.stack = slab->address() + i * kStackBytes;
        fiber.stack_bytes = static_cast<uint32_t>(kStackBytes - all_.size() % kSpreads * kSpread);
        prepare(&fiber);
        park(&fiber);
    }
    slabs_.push_back(std::move(*slab));
    return true;
}

void Fibers::prepare(Fiber* fiber) {
    forget_stack(fiber->stack, fiber->stack_bytes);
    std::memcpy(fiber->stack, &kCanary, sizeof kCanary);
    fiber->context = make_context(fiber->stack + fiber->stack_bytes, entry_);
    fiber->linked = false;
    fiber->run_always();
}

void Fibers::reset() {
    resting_ = nullptr;
    for (Fiber& fiber : all_) {
        prepare(&fiber);
        park(&fiber);
    }
}

}  // namespace vgpu
