// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Events.
#include "vgpu/api/event.h"

#include "os/clock.h"

namespace vgpu::api {

namespace {

using stream::Point;
using stream::Scheduler;

constexpr unsigned kFlags = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;

class RecordTask : public stream::Task {
  public:
    explicit RecordTask(std::shared_ptr<EventTime> time) : time_(std::move(time)) {}
    Outcome run(void*) const override {
        time_->ns.store(omni::os::now_ns(), std::memory_order_release);
        return {};
    }

  private:
    const std::shared_ptr<EventTime> time_;
};

/// Does nothing: it is what has to come before it that counts.
class MeetTask : public stream::Task {
    Outcome run(void*) const override { return {}; }
};

Point point_of(Event& event) {
    const std::lock_guard lock(event.mutex);
    return event.point;
}

Expected<int64_t> time_of(const char* name, Event& event) {
    const std::lock_guard lock(event.mutex);
    if (event.flags & cudaEventDisableTiming)
        return fail(cudaErrorInvalidResourceHandle,
                    "%s was created with cudaEventDisableTiming and keeps no time", name);
    if (!event.recorded) return fail(cudaErrorInvalidResourceHandle, "%s was never recorded", name);
    if (!event.point.reached())
        return fail(cudaErrorNotReady, "%s has not happened yet: wait with cudaEventSynchronize", name);
    return event.time->ns.load(std::memory_order_acquire);
}

}  // namespace

Expected<cudaEvent_t> create_event(unsigned flags) {
    if (flags & ~kFlags)
        return fail(cudaErrorInvalidValue, "flags is %#x, of which %#x is no flag of events", flags,
                    flags & ~kFlags);
    if ((flags & cudaEventInterprocess) && !(flags & cudaEventDisableTiming))
        return fail(cudaErrorInvalidValue, "flags is %#x: cudaEventInterprocess needs cudaEventDisableTiming",
                    flags);
    auto context = current();
    if (!context.ok()) return context.failure();
    auto event = std::make_shared<Event>();
    event->flags = flags;
    event->device = (*context)->device().ordinal();
    return Live<Event>::all().add(std::move(event));
}

Expected<std::shared_ptr<Event>> find_event(cudaEvent_t handle) {
    auto event = Live<Event>::all().find(handle);
    if (!event)
        return fail(cudaErrorInvalidResourceHandle,
                    "event is %p, which is no event: it was destroyed or never created",
                    static_cast<void*>(handle));
    return event;
}

Outcome record(Event& event, Stream& stream) {
    if (event.device != stream.context->device().ordinal())
        return fail(cudaErrorInvalidResourceHandle,
                    "event is of device %d and stream of device %d; they have to be of one", event.device,
                    stream.context->device().ordinal());
    auto time = std::make_shared<EventTime>();
    const std::lock_guard lock(event.mutex);
    event.point = Scheduler::get().enqueue(*stream.queue, std::make_shared<const RecordTask>(time));
    event.time = std::move(time);
    event.recorded = true;
    return {};
}

Outcome wait_event(Stream& stream, Event& event) {
    const Point point = point_of(event);
    if (!point.reached())
        Scheduler::get().enqueue(*stream.queue, std::make_shared<const MeetTask>(), {&point, 1});
    return {};
}

Outcome query(Event& event) {
    if (!point_of(event).reached()) return {cudaErrorNotReady, ""};
    return {};
}

Outcome synchronize(Event& event) { return wait_for(point_of(event)); }

Expected<float> elapsed_ms(Event& from, Event& to) {
    auto begin = time_of("start", from), end = time_of("end", to);
    if (!begin.ok()) return begin.failure();
    if (!end.ok()) return end.failure();
    return static_cast<float>(static_cast<double>(*end - *begin) / 1e6);
}

}  // namespace vgpu::api
