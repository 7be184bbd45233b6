// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The way from one fiber to the next, inlined into the barriers: it is most of what they cost.
#pragma once

#include "vgpu/builtins.h"
#include "vgpu/engine/carrier.h"

namespace vgpu {

inline void Carrier::switch_to(Fiber* fiber) {
    Fiber* self = current_;
    void* kept = nullptr;
    current_ = fiber;
    become(fiber->identity);
    before_switch(&kept, fiber->bounds());
    vgpu_switch_context(&self->context, fiber->context);
    after_switch(kept);
    if (self->short_of_stack()) report_overflow();
}

/// The stack of the fiber after the next: hundreds of them do not fit into the first cache.
inline void Carrier::prefetch(const Fiber* fiber) {
    __builtin_prefetch(fiber->context);
    __builtin_prefetch(static_cast<const char*>(fiber->context) + 64);
    __builtin_prefetch(static_cast<const char*>(fiber->context) + 128);
}

inline unsigned Carrier::unstarted() const { return held_ + vgpuCursor.ready; }

/// Returns when `word` is another value than `seen`; threads of this block change it. In a barrier the next
/// one of the ring can go on as a rule.
inline void Carrier::wait(const uint32_t* word, uint32_t seen, const char* name) {
    Fiber* self = current_;
    self->word = word;
    self->seen = seen;
    self->waits_in = name;
    const uint3 thread = threadIdx;
    if (unstarted() == 0 && self->next->ready()) {
        prefetch(self->next->next);
        switch_to(self->next);
        threadIdx = thread;
    }
    if (!self->ready()) [[unlikely]]
        wait_for_turn();
    self->run_always();
}

}  // namespace vgpu
