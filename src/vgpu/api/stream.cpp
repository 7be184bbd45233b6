// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Putting work into streams and waiting for it.
#include "vgpu/api/stream.h"

namespace vgpu::api {

using stream::Scheduler;

Outcome submit(Stream& stream, stream::TaskPtr task) {
    Scheduler::get().enqueue(*stream.queue, std::move(task));
    return {};
}

Outcome wait_for(const stream::Point& point) {
    if (Scheduler::get().wait(point)) return {};
    return fail(cudaErrorNotPermitted, "work of a stream may not wait for that same stream");
}

Outcome query(Stream& stream) {
    if (!stream.queue->finished()) return {cudaErrorNotReady, ""};
    return stream.context->failure();
}

Outcome synchronize(Stream& stream) {
    VGPU_TRY(wait_for({stream.queue, stream.queue->enqueued.load(std::memory_order_acquire)}));
    return stream.context->failure();
}

}  // namespace vgpu::api
