// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Streams and events of the driver interface.
#include "vgpu/api/driver_shell.h"
#include "vgpu/api/event.h"
#include "vgpu/api/host_function.h"
#include "vgpu/api/memory_operation.h"

using namespace vgpu::api;
using vgpu::Outcome;

namespace {

template <class F>
CUresult on_event(const char* function, CUevent handle, F f) {
    return driver(function, [&] {
        return with(find_event(handle), [&](const std::shared_ptr<Event>& event) { return f(*event); });
    });
}

}  // namespace

extern "C" {

CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned flags, int priority) {
    return on_driver_context("cuStreamCreate", [&](Context& context) -> Outcome {
        if (!stream) return fail(cudaErrorInvalidValue, "phStream is null");
        return give("phStream", stream, context.create_stream(flags, priority));
    });
}
CUresult cuStreamCreate(CUstream* stream, unsigned flags) {
    return cuStreamCreateWithPriority(stream, flags, kLeastPriority);
}

CUresult cuStreamDestroy(CUstream stream) {
    return driver("cuStreamDestroy", [&] { return Context::destroy_stream(stream); });
}
CUresult cuStreamSynchronize(CUstream handle) {
    return on_driver_stream("cuStreamSynchronize", handle,
                            [](Stream& stream) { return synchronize(stream); });
}
CUresult cuStreamQuery(CUstream handle) {
    return on_driver_stream("cuStreamQuery", handle, [](Stream& stream) { return query(stream); });
}
CUresult cuStreamGetFlags(CUstream handle, unsigned* flags) {
    return on_driver_stream("cuStreamGetFlags", handle,
                            [&](Stream& stream) { return give("flags", flags, stream.flags); });
}
CUresult cuStreamGetPriority(CUstream handle, int* priority) {
    return on_driver_stream("cuStreamGetPriority", handle,
                            [&](Stream& stream) { return give("priority", priority, stream.priority); });
}
CUresult cuStreamGetId(CUstream handle, unsigned long long* id) {
    return on_driver_stream("cuStreamGetId", handle,
                            [&](Stream& stream) { return give("streamId", id, stream.id); });
}
CUresult cuStreamGetCtx(CUstream handle, CUcontext* context) {
    return on_driver_stream("cuStreamGetCtx", handle, [&](Stream& stream) {
        return give("pctx", context, reinterpret_cast<CUcontext>(stream.context));
    });
}
CUresult cuStreamWaitEvent(CUstream handle, CUevent event, unsigned flags) {
    return on_driver_stream("cuStreamWaitEvent", handle, [&](Stream& stream) -> Outcome {
        VGPU_TRY(only_flags(flags, cudaEventWaitExternal));
        return with(find_event(event),
                    [&](const std::shared_ptr<Event>& found) { return wait_event(stream, *found, flags); });
    });
}
CUresult cuStreamAddCallback(CUstream handle, CUstreamCallback callback, void* userData, unsigned flags) {
    return on_driver_stream("cuStreamAddCallback", handle, [&](Stream& stream) -> Outcome {
        VGPU_TRY(only_flags(flags, 0));
        return enqueue_callback(stream, handle, reinterpret_cast<cudaStreamCallback_t>(callback), userData);
    });
}
CUresult cuLaunchHostFunc(CUstream handle, CUhostFn function, void* userData) {
    return on_driver_stream("cuLaunchHostFunc", handle, [&](Stream& stream) {
        return enqueue_host_function(stream, function, userData);
    });
}

CUresult cuStreamWriteValue32(CUstream handle, CUdeviceptr address, cuuint32_t value, unsigned flags) {
    return on_driver_stream("cuStreamWriteValue32", handle, [&](Stream& stream) {
        return enqueue_write(stream, pointer_of(address), value, 4, flags);
    });
}
CUresult cuStreamWriteValue64(CUstream handle, CUdeviceptr address, cuuint64_t value, unsigned flags) {
    return on_driver_stream("cuStreamWriteValue64", handle, [&](Stream& stream) {
        return enqueue_write(stream, pointer_of(address), value, 8, flags);
    });
}
CUresult cuStreamWaitValue32(CUstream handle, CUdeviceptr address, cuuint32_t value, unsigned flags) {
    return on_driver_stream("cuStreamWaitValue32", handle, [&](Stream& stream) {
        return enqueue_wait(stream, pointer_of(address), value, 4, flags);
    });
}
CUresult cuStreamWaitValue64(CUstream handle, CUdeviceptr address, cuuint64_t value, unsigned flags) {
    return on_driver_stream("cuStreamWaitValue64", handle, [&](Stream& stream) {
        return enqueue_wait(stream, pointer_of(address), value, 8, flags);
    });
}
CUresult cuStreamBatchMemOp(CUstream handle, unsigned count, CUstreamBatchMemOpParams* operations,
                            unsigned flags) {
    return on_driver_stream("cuStreamBatchMemOp", handle, [&](Stream& stream) -> Outcome {
        VGPU_TRY(only_flags(flags, 0));
        if (count > 0 && !operations) return fail(cudaErrorInvalidValue, "paramArray is null");
        for (unsigned i = 0; i < count; ++i) VGPU_TRY(enqueue_operation(stream, operations[i]));
        return {};
    });
}

CUresult cuEventCreate(CUevent* event, unsigned flags) {
    return on_driver_context("cuEventCreate", [&](Context&) -> Outcome {
        if (!event) return fail(cudaErrorInvalidValue, "phEvent is null");
        return give("phEvent", event, create_event(flags));
    });
}
CUresult cuEventDestroy(CUevent handle) {
    return on_event("cuEventDestroy", handle, [](Event& event) -> Outcome {
        Live<Event>::all().remove(&event);
        return {};
    });
}
CUresult cuEventRecordWithFlags(CUevent event, CUstream handle, unsigned flags) {
    return on_driver_stream("cuEventRecord", handle, [&](Stream& stream) -> Outcome {
        VGPU_TRY(only_flags(flags, cudaEventRecordExternal));
        return with(find_event(event),
                    [&](const std::shared_ptr<Event>& found) { return record(*found, stream, flags); });
    });
}
CUresult cuEventRecord(CUevent event, CUstream stream) { return cuEventRecordWithFlags(event, stream, 0); }
CUresult cuEventQuery(CUevent handle) {
    return on_event("cuEventQuery", handle, [](Event& event) { return query(event); });
}
CUresult cuEventSynchronize(CUevent handle) {
    return on_event("cuEventSynchronize", handle, [](Event& event) { return synchronize(event); });
}
CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
    return on_event("cuEventElapsedTime", start, [&](Event& from) {
        return with(find_event(end), [&](const std::shared_ptr<Event>& to) {
            return give("pMilliseconds", milliseconds, elapsed_ms(from, *to));
        });
    });
}

}  // extern "C"
