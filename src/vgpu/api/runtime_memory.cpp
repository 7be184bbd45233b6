// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Allocation in the runtime interface, and questions about addresses.
#include <cuda_runtime_api.h>

#include <algorithm>

#include "vgpu/api/allocation.h"
#include "vgpu/api/give.h"
#include "vgpu/api/shell.h"

using namespace vgpu::api;
using vgpu::Outcome;

namespace {

constexpr size_t kPitch = 512;

template <class F>
cudaError_t on_current(const char* function, F f) {
    return runtime(function, [&] { return with(current(), [&](Context* context) { return f(*context); }); });
}

size_t pitch_of(size_t width) { return (width + kPitch - 1) / kPitch * kPitch; }

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
    return on_current("cudaMalloc",
                      [&](Context& context) { return allocate(context, pointer, bytes, Origin::device); });
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
    return on_current("cudaMallocPitch", [&](Context& context) -> Outcome {
        VGPU_TRY(give("pitch", pitch, pitch_of(width)));
        return allocate(context, pointer, *pitch * height, Origin::device);
    });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
    return on_current("cudaMalloc3D", [&](Context& context) -> Outcome {
        if (!pitched) return fail(cudaErrorInvalidValue, "pitchedDevPtr is null");
        *pitched = {nullptr, pitch_of(extent.width), extent.width, extent.height};
        return allocate(context, &pitched->ptr, pitched->pitch * extent.height * extent.depth,
                        Origin::device);
    });
}

cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned flags) {
    return on_current("cudaMallocManaged", [&](Context& context) -> Outcome {
        if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
            return fail(cudaErrorInvalidValue,
                        "flags is %#x; it can be cudaMemAttachGlobal or cudaMemAttachHost", flags);
        return allocate(context, pointer, bytes, Origin::managed);
    });
}

cudaError_t cudaFree(void* pointer) {
    return on_current("cudaFree", [&](Context& context) { return release(context, pointer); });
}

cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned flags) {
    return on_current("cudaHostAlloc",
                      [&](Context& context) { return allocate_host(context, pointer, bytes, flags); });
}

cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
    return cudaHostAlloc(pointer, bytes, cudaHostAllocDefault);
}

cudaError_t cudaFreeHost(void* pointer) {
    return on_current("cudaFreeHost", [&](Context& context) { return release_host(context, pointer); });
}

cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned flags) {
    return on_current("cudaHostRegister",
                      [&](Context& context) { return register_host(context, pointer, bytes, flags); });
}

cudaError_t cudaHostUnregister(void* pointer) {
    return on_current("cudaHostUnregister",
                      [&](Context& context) { return unregister_host(context, pointer); });
}

cudaError_t cudaHostGetDevicePointer(void** devicePointer, void* hostPointer, unsigned flags) {
    return on_current("cudaHostGetDevicePointer", [&](Context&) -> Outcome {
        VGPU_TRY(only_flags(flags, 0));
        VGPU_TRY(check_host(hostPointer));
        return give("pDevice", devicePointer, hostPointer);
    });
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* hostPointer) {
    return on_current("cudaHostGetFlags", [&](Context&) -> Outcome {
        VGPU_TRY(check_host(hostPointer));
        return give("pFlags", flags, Memory::get().find(hostPointer)->flags | cudaHostAllocMapped);
    });
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
    return on_current("cudaMemGetInfo", [&](Context& context) -> Outcome {
        const size_t all = context.device().memory();
        VGPU_TRY(give("total", total, all));
        return give("free", free, all - std::min(all, Memory::get().used(context.device().ordinal())));
    });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    return on_current("cudaPointerGetAttributes", [&](Context&) -> Outcome {
        if (!attributes) return fail(cudaErrorInvalidValue, "attributes is null");
        *attributes = attributes_of(pointer);
        return {};
    });
}

}  // extern "C"
