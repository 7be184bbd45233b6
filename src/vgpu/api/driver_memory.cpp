// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Memory of the driver interface, but for copies.
#include <algorithm>

#include "vgpu/api/allocation.h"
#include "vgpu/api/driver_shell.h"

using namespace vgpu::api;
using vgpu::Outcome;

namespace {

constexpr size_t kPitch = 512;

Outcome allocate_at(Context& context, CUdeviceptr* place, size_t bytes, Origin origin) {
    if (!place || bytes == 0)
        return fail(cudaErrorInvalidValue, "dptr is %p and bytesize is %zu; both have to be other than 0",
                    static_cast<void*>(place), bytes);
    void* pointer = nullptr;
    VGPU_TRY(allocate(context, &pointer, bytes, origin));
    *place = address_of(pointer);
    return {};
}

/// Stores one attribute of an address. What has no meaning for the kind of memory is an error, as in CUDA.
Outcome pointer_attribute(void* data, CUpointer_attribute attribute, const void* pointer) {
    if (!data) return fail(cudaErrorInvalidValue, "data is null");
    const auto range = Memory::get().find(pointer);
    if (!range)
        return fail(cudaErrorInvalidValue, "ptr is %p, which is not memory of a device nor registered",
                    pointer);
    const bool host = range->origin == Origin::host || range->origin == Origin::registered;
    switch (attribute) {
        case CU_POINTER_ATTRIBUTE_CONTEXT:
            return give("data", static_cast<void**>(data), (*Device::at(range->device))->primary().get());
        case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
            return give("data", static_cast<unsigned*>(data),
                        host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE);
        case CU_POINTER_ATTRIBUTE_HOST_POINTER:
            if (!host && range->origin != Origin::managed)
                return fail(cudaErrorInvalidValue, "ptr is %p, memory of a device, which has no host pointer",
                            pointer);
            return give("data", static_cast<const void**>(data), pointer);
        case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
            return give("data", static_cast<CUdeviceptr*>(data), address_of(pointer));
        case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
            return give("data", static_cast<unsigned*>(data), 1u);
        case CU_POINTER_ATTRIBUTE_BUFFER_ID:
            return give("data", static_cast<unsigned long long*>(data), address_of(range->begin));
        case CU_POINTER_ATTRIBUTE_IS_MANAGED:
            return give("data", static_cast<unsigned*>(data), range->origin == Origin::managed ? 1u : 0u);
        case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
            return give("data", static_cast<int*>(data), range->device);
        case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
            return give("data", static_cast<unsigned*>(data), range->origin == Origin::device ? 1u : 0u);
        case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
            return give("data", static_cast<CUdeviceptr*>(data), address_of(range->begin));
        case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
            return give("data", static_cast<size_t*>(data), range->bytes);
        case CU_POINTER_ATTRIBUTE_MAPPED:
            return give("data", static_cast<unsigned*>(data), 1u);
        case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
            return give("data", static_cast<unsigned long long*>(data),
                        range->origin == Origin::mapped ? CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
                                                        : CU_MEM_HANDLE_TYPE_NONE);
        default:
            return fail(cudaErrorInvalidValue, "attribute is %d, which the virtual device does not know",
                        static_cast<int>(attribute));
    }
}

}  // namespace

extern "C" {

CUresult cuMemGetInfo(size_t* free, size_t* total) {
    return on_driver_context("cuMemGetInfo", [&](Context& context) -> Outcome {
        const size_t all = context.device().memory();
        VGPU_TRY(give("total", total, all));
        return give("free", free, all - std::min(all, Memory::get().used(context.device().ordinal())));
    });
}

CUresult cuMemAlloc(CUdeviceptr* pointer, size_t bytes) {
    return on_driver_context(
        "cuMemAlloc", [&](Context& context) { return allocate_at(context, pointer, bytes, Origin::device); });
}

CUresult cuMemAllocPitch(CUdeviceptr* pointer, size_t* pitch, size_t width, size_t height,
                         unsigned elementBytes) {
    return on_driver_context("cuMemAllocPitch", [&](Context& context) -> Outcome {
        if (elementBytes != 4 && elementBytes != 8 && elementBytes != 16)
            return fail(cudaErrorInvalidValue, "ElementSizeBytes is %u; it can be 4, 8 or 16", elementBytes);
        VGPU_TRY(give("pPitch", pitch, (width + kPitch - 1) / kPitch * kPitch));
        return allocate_at(context, pointer, *pitch * height, Origin::device);
    });
}

CUresult cuMemAllocManaged(CUdeviceptr* pointer, size_t bytes, unsigned flags) {
    return on_driver_context("cuMemAllocManaged", [&](Context& context) -> Outcome {
        VGPU_TRY(only_flags(flags, CU_MEM_ATTACH_GLOBAL | CU_MEM_ATTACH_HOST));
        return allocate_at(context, pointer, bytes, Origin::managed);
    });
}

CUresult cuMemFree(CUdeviceptr pointer) {
    return on_driver_context("cuMemFree",
                             [&](Context& context) { return release(context, pointer_of(pointer)); });
}

CUresult cuMemGetAddressRange(CUdeviceptr* base, size_t* bytes, CUdeviceptr pointer) {
    return on_driver_context("cuMemGetAddressRange", [&](Context&) -> Outcome {
        const auto range = Memory::get().find(pointer_of(pointer));
        if (!range)
            return fail(cudaErrorSymbolNotFound, "dptr is %p, which lies in no allocation",
                        pointer_of(pointer));
        if (base) *base = address_of(range->begin);
        if (bytes) *bytes = range->bytes;
        return {};
    });
}

CUresult cuMemHostAlloc(void** pointer, size_t bytes, unsigned flags) {
    return on_driver_context("cuMemHostAlloc",
                             [&](Context& context) { return allocate_host(context, pointer, bytes, flags); });
}

CUresult cuMemAllocHost(void** pointer, size_t bytes) { return cuMemHostAlloc(pointer, bytes, 0); }

CUresult cuMemFreeHost(void* pointer) {
    return on_driver_context("cuMemFreeHost",
                             [&](Context& context) { return release_host(context, pointer); });
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr* devicePointer, void* pointer, unsigned flags) {
    return on_driver_context("cuMemHostGetDevicePointer", [&](Context&) -> Outcome {
        VGPU_TRY(only_flags(flags, 0));
        VGPU_TRY(check_host(pointer));
        return give("pdptr", devicePointer, address_of(pointer));
    });
}

CUresult cuMemHostGetFlags(unsigned* flags, void* pointer) {
    return on_driver_context("cuMemHostGetFlags", [&](Context&) -> Outcome {
        VGPU_TRY(check_host(pointer));
        return give("pFlags", flags, Memory::get().find(pointer)->flags | CU_MEMHOSTALLOC_DEVICEMAP);
    });
}

CUresult cuMemHostRegister(void* pointer, size_t bytes, unsigned flags) {
    return on_driver_context("cuMemHostRegister",
                             [&](Context& context) { return register_host(context, pointer, bytes, flags); });
}

CUresult cuMemHostUnregister(void* pointer) {
    return on_driver_context("cuMemHostUnregister",
                             [&](Context& context) { return unregister_host(context, pointer); });
}

CUresult cuPointerGetAttribute(void* data, CUpointer_attribute attribute, CUdeviceptr pointer) {
    return driver("cuPointerGetAttribute",
                  [&] { return pointer_attribute(data, attribute, pointer_of(pointer)); });
}

/// Unknown addresses are no error here: the attributes are 0.
CUresult cuPointerGetAttributes(unsigned count, CUpointer_attribute* attributes, void** data,
                                CUdeviceptr pointer) {
    return driver("cuPointerGetAttributes", [&]() -> Outcome {
        if (!attributes || !data) return fail(cudaErrorInvalidValue, "attributes or data is null");
        for (unsigned i = 0; i < count; ++i)
            if (pointer_attribute(data[i], attributes[i], pointer_of(pointer)).code != cudaSuccess && data[i])
                *static_cast<unsigned*>(data[i]) = 0;
        return {};
    });
}

CUresult cuPointerSetAttribute(const void* value, CUpointer_attribute attribute, CUdeviceptr pointer) {
    return driver("cuPointerSetAttribute", [&]() -> Outcome {
        if (!value || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS)
            return fail(cudaErrorInvalidValue, "only CU_POINTER_ATTRIBUTE_SYNC_MEMOPS can be set");
        if (!Memory::get().find(pointer_of(pointer)))
            return fail(cudaErrorInvalidValue, "ptr is %p, which is not memory of a device",
                        pointer_of(pointer));
        return {};
    });
}

}  // extern "C"
