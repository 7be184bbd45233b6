// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Streams and events of the runtime interface.
#include <cuda_runtime_api.h>

#include "vgpu/api/event.h"
#include "vgpu/api/give.h"
#include "vgpu/api/host_function.h"
#include "vgpu/api/shell.h"

using namespace vgpu::api;
using vgpu::Outcome;

namespace {

/// Calls f(stream) on the stream that the handle means.
template <class F>
cudaError_t on_stream(const char* function, cudaStream_t handle, F f) {
    return runtime(function, [&]() -> Outcome {
        auto stream = find_stream(handle);
        return stream.ok() ? f(**stream) : stream.failure();
    });
}

template <class F>
cudaError_t on_event(const char* function, cudaEvent_t handle, F f) {
    return runtime(function, [&]() -> Outcome {
        auto event = find_event(handle);
        return event.ok() ? f(**event) : event.failure();
    });
}

}  // namespace

extern "C" {

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
    return runtime("cudaStreamCreate", [&]() -> Outcome {
        if (!stream) return fail(cudaErrorInvalidValue, "stream is null");
        auto context = current();
        if (!context.ok()) return context.failure();
        auto made = (*context)->create_stream(flags, priority);
        return made.ok() ? give("stream", stream, *made) : made.failure();
    });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
    return cudaStreamCreateWithPriority(stream, flags, kLeastPriority);
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
    return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    return runtime("cudaStreamDestroy", [&] { return Context::destroy_stream(stream); });
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
    return on_stream("cudaStreamSynchronize", handle, [](Stream& stream) { return synchronize(stream); });
}

cudaError_t cudaStreamQuery(cudaStream_t handle) {
    return on_stream("cudaStreamQuery", handle, [](Stream& stream) { return query(stream); });
}

cudaError_t cudaStreamGetFlags(cudaStream_t handle, unsigned* flags) {
    return on_stream("cudaStreamGetFlags", handle,
                     [&](Stream& stream) { return give("flags", flags, stream.flags); });
}

cudaError_t cudaStreamGetPriority(cudaStream_t handle, int* priority) {
    return on_stream("cudaStreamGetPriority", handle,
                     [&](Stream& stream) { return give("priority", priority, stream.priority); });
}

cudaError_t cudaStreamGetId(cudaStream_t handle, unsigned long long* id) {
    return on_stream("cudaStreamGetId", handle, [&](Stream& stream) { return give("id", id, stream.id); });
}

cudaError_t cudaStreamGetDevice(cudaStream_t handle, int* device) {
    return on_stream("cudaStreamGetDevice", handle, [&](Stream& stream) {
        return give("device", device, stream.context->device().ordinal());
    });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned flags) {
    return on_stream("cudaStreamWaitEvent", handle, [&](Stream& stream) -> Outcome {
        VGPU_TRY(only_flags(flags, cudaEventWaitExternal));
        auto found = find_event(event);
        return found.ok() ? wait_event(stream, **found, flags) : found.failure();
    });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t handle, cudaHostFn_t function, void* userData) {
    return on_stream("cudaLaunchHostFunc", handle,
                     [&](Stream& stream) { return enqueue_host_function(stream, function, userData); });
}

cudaError_t cudaStreamAddCallback(cudaStream_t handle, cudaStreamCallback_t callback, void* userData,
                                  unsigned flags) {
    return on_stream("cudaStreamAddCallback", handle, [&](Stream& stream) -> Outcome {
        VGPU_TRY(only_flags(flags, 0));
        return enqueue_callback(stream, handle, callback, userData);
    });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
    return runtime("cudaEventCreate", [&]() -> Outcome {
        if (!event) return fail(cudaErrorInvalidValue, "event is null");
        auto made = create_event(flags);
        return made.ok() ? give("event", event, *made) : made.failure();
    });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }

cudaError_t cudaEventDestroy(cudaEvent_t handle) {
    return runtime("cudaEventDestroy", [&]() -> Outcome {
        auto event = find_event(handle);
        if (!event.ok()) return event.failure();
        Live<Event>::all().remove(handle);
        return {};
    });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t handle, unsigned flags) {
    return on_stream("cudaEventRecord", handle, [&](Stream& stream) -> Outcome {
        VGPU_TRY(only_flags(flags, cudaEventRecordExternal));
        auto found = find_event(event);
        return found.ok() ? record(**found, stream, flags) : found.failure();
    });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return cudaEventRecordWithFlags(event, stream, 0);
}

cudaError_t cudaEventQuery(cudaEvent_t handle) {
    return on_event("cudaEventQuery", handle, [](Event& event) { return query(event); });
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
    return on_event("cudaEventSynchronize", handle, [](Event& event) { return synchronize(event); });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
    return on_event("cudaEventElapsedTime", start, [&](Event& from) -> Outcome {
        auto to = find_event(end);
        if (!to.ok()) return to.failure();
        auto time = elapsed_ms(from, **to);
        return time.ok() ? give("ms", milliseconds, *time) : time.failure();
    });
}

}  // extern "C"
