// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Where fibers get their stacks. Slabs of many stacks, since a guard page below each would end at the
// system's limit of mappings; a canary at the lower end tells of an overflow instead.
#pragma once

#include <deque>
#include <vector>

#include "os/memory.h"
#include "vgpu/engine/fiber.h"

namespace vgpu {

/// The fibers of one thread of the machine: those that rest, and the memory of all.
class Fibers {
  public:
    /// Fibers begin with `entry`, which does not return.
    explicit Fibers(void (*entry)()) : entry_(entry) {}

    /// A fiber at rest, or a new one; null when there is no memory.
    Fiber* take() {
        if (!resting_ && !grow()) return nullptr;
        Fiber* fiber = resting_;
        resting_ = fiber->next;
        return fiber;
    }
    void park(Fiber* fiber) {
        fiber->next = resting_;
        resting_ = fiber;
    }

    /// All fibers rest and begin anew; what was on their stacks is dropped.
    void reset();

    /// Has the fiber written past the end of its stack?
    static bool overflown(const Fiber* fiber);

  private:
    bool grow();
    void prepare(Fiber* fiber);

    void (*entry_)();
    Fiber* resting_ = nullptr;
    std::deque<Fiber> all_;
    std::vector<omni::os::Mapping> slabs_;
};

}  // namespace vgpu
