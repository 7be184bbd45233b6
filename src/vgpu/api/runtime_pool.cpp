// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Pools and managed memory of the runtime interface.
#include <cuda_runtime_api.h>

#include "vgpu/api/event.h"
#include "vgpu/api/give.h"
#include "vgpu/api/memory.h"
#include "vgpu/api/pool.h"
#include "vgpu/api/shell.h"

using namespace vgpu::api;
using vgpu::Outcome;

namespace {

template <class F>
cudaError_t on_stream(const char* function, cudaStream_t handle, F f) {
    return runtime(function,
                   [&] { return with(find_stream(handle), [&](Stream* stream) { return f(*stream); }); });
}

template <class F>
cudaError_t on_pool(const char* function, cudaMemPool_t handle, F f) {
    return runtime(function, [&] { return with(find_pool(handle), [&](Pool* pool) { return f(*pool); }); });
}

Outcome check_managed(const void* pointer, size_t bytes) {
    VGPU_TRY(check_range("devPtr", pointer, bytes));
    return bytes > 0 ? Outcome{} : fail(cudaErrorInvalidValue, "count is 0");
}

}  // namespace

extern "C" {

cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t handle) {
    return on_stream("cudaMallocAsync", handle, [&](Stream& stream) {
        return with(current_pool(stream.context->device().ordinal()),
                    [&](Pool* pool) { return allocate_async(*pool, pointer, bytes, stream); });
    });
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t handle) {
    return on_stream("cudaMallocFromPoolAsync", handle, [&](Stream& stream) {
        return with(find_pool(pool),
                    [&](Pool* found) { return allocate_async(*found, pointer, bytes, stream); });
    });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t handle) {
    return on_stream("cudaFreeAsync", handle, [&](Stream& stream) { return release_async(pointer, stream); });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
    return runtime("cudaMemPoolCreate", [&]() -> Outcome {
        if (!pool) return fail(cudaErrorInvalidValue, "memPool is null");
        return give("memPool", pool, create_pool(properties));
    });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    return runtime("cudaMemPoolDestroy", [&] { return destroy_pool(pool); });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t handle, cudaMemPoolAttr attribute, void* value) {
    return on_pool("cudaMemPoolSetAttribute", handle,
                   [&](Pool& pool) { return set_attribute(pool, attribute, value); });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t handle, cudaMemPoolAttr attribute, void* value) {
    return on_pool("cudaMemPoolGetAttribute", handle,
                   [&](Pool& pool) { return get_attribute(pool, attribute, value); });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t handle, size_t) {
    return on_pool("cudaMemPoolTrimTo", handle,
                   [](Pool&) { return Outcome{}; });  // nothing is kept that is not in use
}

/// Every device has access to all memory.
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t handle, const cudaMemAccessDesc* access, size_t count) {
    return on_pool("cudaMemPoolSetAccess", handle, [&](Pool&) -> Outcome {
        for (size_t i = 0; access && i < count; ++i) VGPU_TRY(check_location(access[i].location));
        return access || count == 0 ? Outcome{} : fail(cudaErrorInvalidValue, "descList is null");
    });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t handle, cudaMemLocation* location) {
    return on_pool("cudaMemPoolGetAccess", handle, [&](Pool&) -> Outcome {
        if (!location) return fail(cudaErrorInvalidValue, "location is null");
        VGPU_TRY(check_location(*location));
        return give("flags", flags, cudaMemAccessFlagsProtReadWrite);
    });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
    return runtime("cudaDeviceGetDefaultMemPool",
                   [&] { return give("memPool", pool, default_pool(device)); });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
    return runtime("cudaDeviceGetMemPool", [&] { return give("memPool", pool, current_pool(device)); });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    return runtime("cudaDeviceSetMemPool", [&] { return set_current_pool(device, pool); });
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, cudaMemLocation location, unsigned flags,
                                 cudaStream_t handle) {
    return on_stream("cudaMemPrefetchAsync", handle, [&](Stream& stream) -> Outcome {
        VGPU_TRY(only_flags(flags, 0));
        VGPU_TRY(check_location(location));
        VGPU_TRY(check_managed(pointer, bytes));
        return submit(stream, meeting_task());
    });
}

cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation location) {
    return runtime("cudaMemAdvise", [&]() -> Outcome {
        if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
            return fail(cudaErrorInvalidValue, "advice is %d; it can be one of cudaMemoryAdvise, 1 to 6",
                        static_cast<int>(advice));
        if (advice > cudaMemAdviseUnsetReadMostly && advice != cudaMemAdviseUnsetPreferredLocation)
            VGPU_TRY(check_location(location));
        return check_managed(pointer, bytes);
    });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t handle, void* pointer, size_t, unsigned) {
    return on_stream("cudaStreamAttachMemAsync", handle, [&](Stream& stream) -> Outcome {
        VGPU_TRY(check_managed(pointer, 1));
        return submit(stream, meeting_task());
    });
}

}  // extern "C"
