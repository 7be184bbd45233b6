// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What an event handle points to: the place in a stream where it was recorded last, and the time when that
// was reached.
#pragma once

#include <atomic>
#include <mutex>

#include "vgpu/api/live.h"
#include "vgpu/api/shared_event.h"
#include "vgpu/api/stream.h"

/// Set by the task that stands at the place of one record.
struct EventTime {
    std::atomic<int64_t> ns{0};
};

struct CUevent_st : std::enable_shared_from_this<CUevent_st> {
    unsigned flags = 0;
    int device = 0;
    std::shared_ptr<vgpu::api::SharedEvent> shared;  ///< with cudaEventInterprocess
    std::mutex mutex;                                ///< of what follows
    bool recorded = false;
    vgpu::stream::Point point;
    std::shared_ptr<EventTime> time;
    std::weak_ptr<vgpu::api::Capture> capture;  ///< recorded last in a capture: which, and behind which nodes
    std::vector<CUgraphNode_st*> frontier;
    std::shared_ptr<vgpu::stream::Queue> waits;  ///< for records of other processes
    uint64_t awaited = 0;                        ///< the last of them that `point` stands for
};

namespace vgpu::api {

using Event = CUevent_st;

Expected<cudaEvent_t> create_event(unsigned flags);
/// The event of another process that a handle names.
Expected<cudaEvent_t> open_event(const cudaIpcEventHandle_t& handle);
Expected<cudaIpcEventHandle_t> handle_of(const Event& event);
Expected<std::shared_ptr<Event>> find_event(cudaEvent_t handle);

/// The place that the event was recorded at last.
stream::Point point_of(Event& event);
Outcome record(Event& event, Stream& stream, unsigned flags);
/// On any queue, behind `after`; the place.
stream::Point record(Event& event, stream::Queue& queue, std::span<const stream::Point> after);
/// A task that does nothing: it is what has to come before it that counts.
stream::TaskPtr meeting_task();
Outcome wait_event(Stream& stream, Event& event, unsigned flags);
/// cudaErrorNotReady while work before the event is left.
Outcome query(Event& event);
Outcome synchronize(Event& event);
Expected<float> elapsed_ms(Event& from, Event& to);

}  // namespace vgpu::api
