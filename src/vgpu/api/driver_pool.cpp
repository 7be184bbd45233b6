// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Allocation in stream order, and pools, of the driver interface.
#include "vgpu/api/driver_shell.h"
#include "vgpu/api/pool.h"

using namespace vgpu::api;
using vgpu::Outcome;

namespace {

template <class F>
CUresult on_pool(const char* function, CUmemoryPool handle, F f) {
    return driver(function, [&] { return with(find_pool(handle), [&](Pool* pool) { return f(*pool); }); });
}

Outcome allocate_from(Expected<Pool*> pool, CUdeviceptr* pointer, size_t bytes, Stream& stream) {
    if (!pointer) return fail(cudaErrorInvalidValue, "dptr is null");
    if (!pool.ok()) return pool.failure();
    void* memory = nullptr;
    VGPU_TRY(allocate_async(**pool, &memory, bytes, stream));
    *pointer = address_of(memory);
    return {};
}

cudaMemLocation location_of(CUmemLocation location) {
    return {static_cast<cudaMemLocationType>(location.type), location.id};
}

}  // namespace

extern "C" {

CUresult cuMemAllocAsync(CUdeviceptr* pointer, size_t bytes, CUstream handle) {
    return on_driver_stream("cuMemAllocAsync", handle, [&](Stream& stream) {
        return allocate_from(current_pool(stream.context->device().ordinal()), pointer, bytes, stream);
    });
}
CUresult cuMemAllocFromPoolAsync(CUdeviceptr* pointer, size_t bytes, CUmemoryPool pool, CUstream handle) {
    return on_driver_stream("cuMemAllocFromPoolAsync", handle, [&](Stream& stream) {
        return allocate_from(find_pool(pool), pointer, bytes, stream);
    });
}
CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream handle) {
    return on_driver_stream("cuMemFreeAsync", handle,
                            [&](Stream& stream) { return release_async(pointer_of(pointer), stream); });
}

CUresult cuMemPoolCreate(CUmemoryPool* pool, const CUmemPoolProps* p) {
    return driver("cuMemPoolCreate", [&]() -> Outcome {
        if (!pool || !p) return fail(cudaErrorInvalidValue, "pool or poolProps is null");
        cudaMemPoolProps properties{};
        properties.allocType = static_cast<cudaMemAllocationType>(p->allocType);
        properties.handleTypes = static_cast<cudaMemAllocationHandleType>(p->handleTypes);
        properties.location = location_of(p->location);
        properties.maxSize = p->maxSize;
        return give("pool", pool, create_pool(&properties));
    });
}
CUresult cuMemPoolDestroy(CUmemoryPool pool) {
    return driver("cuMemPoolDestroy", [&] { return destroy_pool(pool); });
}
CUresult cuMemPoolTrimTo(CUmemoryPool handle, size_t) {
    return on_pool("cuMemPoolTrimTo", handle,
                   [](Pool&) { return Outcome{}; });  // nothing is kept that is not in use
}
CUresult cuMemPoolSetAttribute(CUmemoryPool handle, CUmemPool_attribute attribute, void* value) {
    return on_pool("cuMemPoolSetAttribute", handle, [&](Pool& pool) {
        return set_attribute(pool, static_cast<cudaMemPoolAttr>(attribute), value);
    });
}
CUresult cuMemPoolGetAttribute(CUmemoryPool handle, CUmemPool_attribute attribute, void* value) {
    return on_pool("cuMemPoolGetAttribute", handle, [&](Pool& pool) {
        return get_attribute(pool, static_cast<cudaMemPoolAttr>(attribute), value);
    });
}
/// Every device has access to all memory.
CUresult cuMemPoolSetAccess(CUmemoryPool handle, const CUmemAccessDesc* access, size_t count) {
    return on_pool("cuMemPoolSetAccess", handle, [&](Pool&) -> Outcome {
        for (size_t i = 0; access && i < count; ++i)
            VGPU_TRY(check_location(location_of(access[i].location)));
        return access || count == 0 ? Outcome{} : fail(cudaErrorInvalidValue, "map is null");
    });
}
CUresult cuMemPoolGetAccess(CUmemAccess_flags* flags, CUmemoryPool handle, CUmemLocation* location) {
    return on_pool("cuMemPoolGetAccess", handle, [&](Pool&) -> Outcome {
        if (!location) return fail(cudaErrorInvalidValue, "location is null");
        VGPU_TRY(check_location(location_of(*location)));
        return give("flags", flags, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    });
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool* pool, CUdevice device) {
    return driver("cuDeviceGetDefaultMemPool", [&] { return give("pool_out", pool, default_pool(device)); });
}
CUresult cuDeviceGetMemPool(CUmemoryPool* pool, CUdevice device) {
    return driver("cuDeviceGetMemPool", [&] { return give("pool", pool, current_pool(device)); });
}
CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool) {
    return driver("cuDeviceSetMemPool", [&] { return set_current_pool(device, pool); });
}

}  // extern "C"
