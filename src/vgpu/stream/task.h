// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A piece of work: what a stream holds in order and what a node of a graph stands for.
#pragma once

#include <memory>

#include "vgpu/engine/launch.h"

namespace vgpu::stream {

/// Immutable once it was handed over, since the same task may stand in several queues at a time (graphs).
class Task {
  public:
    virtual ~Task() = default;

    /// Carries the work out on the calling thread. May take long and may wait for other work. `context` is
    /// what the hook gave on the thread that enqueued.
    virtual Outcome run(void* context) const = 0;

    /// False while the task must not begin yet for a reason that nobody announces, such as a value in memory:
    /// it is asked again and again. Quick, and never waits.
    virtual bool ready() const { return true; }

    /// What a node of a graph that holds the task is called.
    virtual cudaGraphNodeType node_type() const { return cudaGraphNodeTypeHost; }
};

using TaskPtr = std::shared_ptr<const Task>;

}  // namespace vgpu::stream
