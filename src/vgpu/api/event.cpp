// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Events.
#include "vgpu/api/event.h"

#include "os/clock.h"
#include "vgpu/api/capture.h"

namespace vgpu::api {

namespace {

using stream::Point;
using stream::Scheduler;

constexpr unsigned kFlags = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;

class RecordTask : public stream::Task {
  public:
    RecordTask(std::shared_ptr<EventTime> time, std::shared_ptr<SharedEvent> shared)
        : time_(std::move(time)),
          shared_(std::move(shared)),
          number_(shared_ ? shared_->begin_record() : 0) {}
    /// Also where a failure keeps it from running: other processes shall not wait for ever.
    ~RecordTask() override {
        if (shared_) shared_->end_record(number_);
    }
    Outcome run(void*) const override {
        time_->ns.store(omni::os::now_ns(), std::memory_order_release);
        return {};
    }

  private:
    const std::shared_ptr<EventTime> time_;
    const std::shared_ptr<SharedEvent> shared_;
    const uint64_t number_;
};

class MeetTask : public stream::Task {
    Outcome run(void*) const override { return {}; }
    cudaGraphNodeType node_type() const override { return cudaGraphNodeTypeEmpty; }
};

bool is_captured(Event& event) {
    const std::lock_guard lock(event.mutex);
    return !event.capture.expired();
}

Outcome check_not_captured(const char* name, Event& event) {
    if (!is_captured(event)) return {};
    return fail(cudaErrorCapturedEvent, "%s was recorded last in a capture: only streams can wait for it",
                name);
}

Expected<int64_t> time_of(const char* name, Event& event) {
    VGPU_TRY(check_not_captured(name, event));
    const std::lock_guard lock(event.mutex);
    if (event.flags & cudaEventDisableTiming)
        return fail(cudaErrorInvalidResourceHandle,
                    "%s was created with cudaEventDisableTiming and keeps no time", name);
    if (!event.recorded) return fail(cudaErrorInvalidResourceHandle, "%s was never recorded", name);
    if (!event.point.reached())
        return fail(cudaErrorNotReady, "%s has not happened yet: wait with cudaEventSynchronize", name);
    return event.time->ns.load(std::memory_order_acquire);
}

Expected<cudaEvent_t> add_event(unsigned flags, std::shared_ptr<SharedEvent> shared) {
    auto context = current();
    if (!context.ok()) return context.failure();
    auto event = std::make_shared<Event>();
    event->flags = flags;
    event->device = (*context)->device().ordinal();
    event->shared = std::move(shared);
    return Live<Event>::all().add(std::move(event));
}

/// The place in this process that the last record of all processes is known at.
Point shared_point(Event& event) {
    const uint64_t last = event.shared->last_record();
    if (event.shared->happened(last)) return {};
    if (event.awaited == last) return event.point;
    if (!event.waits)
        event.waits = Scheduler::get().create((*Device::at(event.device))->primary()->group(),
                                              stream::Kind::independent);
    event.awaited = last;
    event.point = Scheduler::get().enqueue(*event.waits, SharedEvent::wait_task(event.shared, last));
    return event.point;
}

}  // namespace

Expected<cudaEvent_t> create_event(unsigned flags) {
    if (flags & ~kFlags)
        return fail(cudaErrorInvalidValue, "flags is %#x, of which %#x is no flag of events", flags,
                    flags & ~kFlags);
    if ((flags & cudaEventInterprocess) && !(flags & cudaEventDisableTiming))
        return fail(cudaErrorInvalidValue, "flags is %#x: cudaEventInterprocess needs cudaEventDisableTiming",
                    flags);
    std::shared_ptr<SharedEvent> shared;
    if (flags & cudaEventInterprocess) {
        auto made = SharedEvent::create();
        if (!made.ok()) return made.failure();
        shared = *made;
    }
    return add_event(flags, std::move(shared));
}

Expected<cudaEvent_t> open_event(const cudaIpcEventHandle_t& handle) {
    auto shared = SharedEvent::open(handle);
    if (!shared.ok()) return shared.failure();
    return add_event(cudaEventInterprocess | cudaEventDisableTiming, *shared);
}

Expected<cudaIpcEventHandle_t> handle_of(const Event& event) {
    if (!event.shared)
        return fail(
            cudaErrorInvalidResourceHandle,
            "event was created without cudaEventInterprocess | cudaEventDisableTiming: only events of "
            "these flags can be opened by other processes");
    return event.shared->handle();
}

Expected<std::shared_ptr<Event>> find_event(cudaEvent_t handle) {
    auto event = Live<Event>::all().find(handle);
    if (!event)
        return fail(cudaErrorInvalidResourceHandle,
                    "event is %p, which is no event: it was destroyed or never created",
                    static_cast<void*>(handle));
    return event;
}

Point point_of(Event& event) {
    const std::lock_guard lock(event.mutex);
    return event.shared ? shared_point(event) : event.point;
}

stream::TaskPtr meeting_task() {
    static const auto* task = new stream::TaskPtr(std::make_shared<const MeetTask>());
    return *task;
}

Outcome record(Event& event, Stream& stream, unsigned flags) {
    if (event.device != stream.context->device().ordinal())
        return fail(cudaErrorInvalidResourceHandle,
                    "event is of device %d and stream of device %d; they have to be of one", event.device,
                    stream.context->device().ordinal());
    if (stream.capture && (flags & cudaEventRecordExternal))
        return capture_event_node(stream, event, cudaGraphNodeTypeEventRecord);
    if (stream.capture) return capture_record(stream, event);
    VGPU_TRY(check_implicit(stream));
    record(event, *stream.queue, {});
    return {};
}

Point record(Event& event, stream::Queue& queue, std::span<const Point> after) {
    auto time = std::make_shared<EventTime>();
    const std::lock_guard lock(event.mutex);
    event.point =
        Scheduler::get().enqueue(queue, std::make_shared<const RecordTask>(time, event.shared), after);
    event.time = std::move(time);
    event.recorded = true;
    event.capture.reset();
    event.frontier.clear();
    return event.point;
}

Outcome wait_event(Stream& stream, Event& event, unsigned flags) {
    if (stream.capture && (flags & cudaEventWaitExternal))
        return capture_event_node(stream, event, cudaGraphNodeTypeWaitEvent);
    if (stream.capture || is_captured(event)) return capture_wait(stream, event);
    const Point point = point_of(event);
    if (!point.reached()) Scheduler::get().enqueue(*stream.queue, meeting_task(), {&point, 1});
    return {};
}

Outcome query(Event& event) {
    VGPU_TRY(check_not_captured("event", event));
    VGPU_TRY(check_unsafe());
    if (!point_of(event).reached()) return {cudaErrorNotReady, ""};
    return (*Device::at(event.device))->primary()->failure();
}

Outcome synchronize(Event& event) {
    VGPU_TRY(check_not_captured("event", event));
    VGPU_TRY(check_unsafe());
    VGPU_TRY(wait_for(point_of(event)));
    return (*Device::at(event.device))->primary()->failure();
}

Expected<float> elapsed_ms(Event& from, Event& to) {
    auto begin = time_of("start", from), end = time_of("end", to);
    if (!begin.ok()) return begin.failure();
    if (!end.ok()) return end.failure();
    return static_cast<float>(static_cast<double>(*end - *begin) / 1e6);
}

}  // namespace vgpu::api
