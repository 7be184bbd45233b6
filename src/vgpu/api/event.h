// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What an event handle points to: the place in a stream where it was recorded last, and the time when that
// was reached.
#pragma once

#include <atomic>
#include <mutex>

#include "vgpu/api/live.h"
#include "vgpu/api/stream.h"

/// Set by the task that stands at the place of one record.
struct EventTime {
    std::atomic<int64_t> ns{0};
};

struct CUevent_st {
    unsigned flags = 0;
    int device = 0;
    std::mutex mutex;  ///< of what follows
    bool recorded = false;
    vgpu::stream::Point point;
    std::shared_ptr<EventTime> time;
};

namespace vgpu::api {

using Event = CUevent_st;

Expected<cudaEvent_t> create_event(unsigned flags);
Expected<std::shared_ptr<Event>> find_event(cudaEvent_t handle);

Outcome record(Event& event, Stream& stream);
Outcome wait_event(Stream& stream, Event& event);
/// cudaErrorNotReady while work before the event is left.
Outcome query(Event& event);
Outcome synchronize(Event& event);
Expected<float> elapsed_ms(Event& from, Event& to);

}  // namespace vgpu::api
