// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A fiber: a stack on which threads of a block run, and its place among the fibers of the block.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vgpu/engine/context.h"
#include "vgpu/engine/sanitizer.h"

namespace vgpu {

inline constexpr uint32_t kAlways = 1;  ///< what a fiber that may always go on waits for: to be other than 0

inline constexpr size_t kStackReserve = 1024;

/// Runs thread after thread as plain calls for as long as none waits. Once its thread has waited it is
/// *linked*: the block has a ring of the fibers whose thread has begun, waited, and not returned.
struct alignas(64) Fiber {
    Context context =
        nullptr;  ///< where it goes on, while it is suspended: the end of what it uses of its stack
    const uint32_t* word = &kAlways;
    uint32_t seen = 0;      ///< it goes on when *word is another value
    unsigned rank = 0;      ///< of its thread in the block, while it is linked
    Fiber* next = nullptr;  ///< in the ring, or in the list of parked fibers
    Fiber* previous = nullptr;
    char* stack = nullptr;
    const char* waits_in = "";  ///< for reports: the function that it waits in, static storage
    uint32_t stack_bytes = 0;
    bool linked = false;
    [[no_unique_address]] Identity identity;  ///< whom it is to go on as

    bool ready() const { return *word != seen; }
    void run_always() { word = &kAlways, seen = 0; }
    StackBounds bounds() const { return {stack, stack_bytes}; }
    /// Looked at where it was suspended, which costs nothing; a canary tells what happened in between.
    bool short_of_stack() const { return static_cast<char*>(context) < stack + kStackReserve; }
};
static_assert(sizeof(Fiber) == 64 || kThreadIdentities, "what a switch touches is one line of the cache");

/// The fibers of a block in the order in which their threads began to wait.
class Ring {
  public:
    Fiber* head() const { return head_; }
    unsigned size() const { return size_; }

    void append(Fiber* fiber) {
        fiber->linked = true;
        ++size_;
        if (!head_) {
            head_ = fiber->next = fiber->previous = fiber;
            return;
        }
        fiber->next = head_;
        fiber->previous = head_->previous;
        fiber->previous->next = fiber;
        head_->previous = fiber;
    }

    void remove(Fiber* fiber) {
        fiber->linked = false;
        if (--size_ == 0) {
            head_ = nullptr;
            return;
        }
        fiber->previous->next = fiber->next;
        fiber->next->previous = fiber->previous;
        if (head_ == fiber) head_ = fiber->next;
    }

    void clear() { head_ = nullptr, size_ = 0; }

  private:
    Fiber* head_ = nullptr;
    unsigned size_ = 0;
};

}  // namespace vgpu
