// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Putting work into streams and waiting for it.
#include "vgpu/api/stream.h"

#include "vgpu/api/capture.h"

namespace vgpu::api {

using stream::Scheduler;

Outcome submit(Stream& stream, stream::TaskPtr task) {
    if (stream.capture) return capture(stream, std::move(task));
    VGPU_TRY(check_implicit(stream));
    Scheduler::get().enqueue(*stream.queue, std::move(task));
    return {};
}

Outcome submit_promptly(Stream& stream, stream::TaskPtr task) {
    const bool at_once = !stream.capture && Scheduler::get().idle(*stream.context->group());
    VGPU_TRY(submit(stream, std::move(task)));
    return at_once ? synchronize(stream) : Outcome{};
}

Outcome wait_for(const stream::Point& point) {
    switch (Scheduler::get().wait(point)) {
        case Scheduler::Waited::reached:
            return {};
        case Scheduler::Waited::interrupted:
            return fail(cudaErrorUnknown, "the program interrupted the wait");
        default:
            return fail(cudaErrorNotPermitted, "work of a stream may not wait for that same stream");
    }
}

Outcome query(Stream& stream) {
    if (stream.capture) return capture_forbids(stream, "a query");
    VGPU_TRY(check_implicit(stream));
    if (!stream.queue->finished()) return {cudaErrorNotReady, ""};
    return stream.context->failure();
}

Outcome synchronize(Stream& stream) {
    if (stream.capture) return capture_forbids(stream, "waiting");
    VGPU_TRY(check_implicit(stream));
    VGPU_TRY(wait_for({stream.queue, stream.queue->enqueued.load(std::memory_order_acquire)}));
    return stream.context->failure();
}

}  // namespace vgpu::api
