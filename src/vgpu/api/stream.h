// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a stream handle points to.
#pragma once

#include <memory>

#include "vgpu/api/context.h"

namespace vgpu::api {
class Capture;
}

struct CUstream_st {
    vgpu::api::Context* context;
    std::shared_ptr<vgpu::stream::Queue> queue;
    unsigned flags = 0;
    int priority = 0;
    unsigned long long id = 0;
    std::shared_ptr<vgpu::api::Capture> capture;  ///< what is enqueued becomes nodes of its graph
    std::vector<CUgraphNode_st*> frontier;        ///< in a capture: what the next node comes after
};

namespace vgpu::api {

inline constexpr int kLeastPriority = 0, kGreatestPriority = -5;

/// Puts a task into the stream, or into the graph that the stream captures.
Outcome submit(Stream& stream, stream::TaskPtr task);

/// The same for calls that CUDA lets return early, but which programs expect to have taken effect: where
/// nothing is before it, the work is done on return.
Outcome submit_promptly(Stream& stream, stream::TaskPtr task);

/// Waits for a point, unless the calling thread is the one to reach it.
Outcome wait_for(const stream::Point& point);
Outcome synchronize(Stream& stream);
/// cudaErrorNotReady while there is work left.
Outcome query(Stream& stream);

}  // namespace vgpu::api
