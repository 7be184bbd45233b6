// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Allocation, release, registration.
#include "vgpu/api/allocation.h"

#include "vgpu/api/capture.h"
#include "vgpu/api/give.h"
#include "vgpu/api/shell.h"

namespace vgpu::api {

namespace {

constexpr unsigned kHostFlags = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
constexpr unsigned kRegisterFlags =
    cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;

/// The context that has the memory; the caller's own where nothing is known.
Outcome wait_for_users(Context& context, const void* pointer) {
    const auto range = Memory::get().find(pointer);
    if (!range || range->device == context.device().ordinal()) return context.synchronize();
    return (*Device::at(range->device))->primary()->synchronize();
}

}  // namespace

Outcome allocate(Context& context, void** pointer, size_t bytes, Origin origin) {
    VGPU_TRY(check_unsafe());
    if (!pointer) return fail(cudaErrorInvalidValue, "devPtr is null");
    *pointer = nullptr;
    if (bytes == 0) return {};
    return give("devPtr", pointer, Memory::get().allocate(context.device().ordinal(), bytes, origin));
}

Outcome release(Context& context, void* pointer) {
    if (!pointer) return {};
    VGPU_TRY(wait_for_users(context, pointer));
    return Memory::get().release(pointer, {Origin::device, Origin::managed});
}

Outcome allocate_host(Context& context, void** pointer, size_t bytes, unsigned flags) {
    VGPU_TRY(check_unsafe());
    if (!pointer) return fail(cudaErrorInvalidValue, "pHost is null");
    VGPU_TRY(only_flags(flags, kHostFlags));
    *pointer = nullptr;
    if (bytes == 0) return {};
    return give("pHost", pointer, Memory::get().allocate_host(context.device().ordinal(), bytes, flags));
}

Outcome release_host(Context& context, void* pointer) {
    if (!pointer) return {};
    VGPU_TRY(wait_for_users(context, pointer));
    return Memory::get().release(pointer, {Origin::host});
}

Outcome register_host(Context& context, void* pointer, size_t bytes, unsigned flags) {
    if (!pointer || bytes == 0)
        return fail(cudaErrorInvalidValue, "ptr is %p and size is %zu; both have to be other than 0", pointer,
                    bytes);
    VGPU_TRY(only_flags(flags, kRegisterFlags));
    return Memory::get().add(
        {static_cast<char*>(pointer), bytes, Origin::registered, context.device().ordinal(), flags},
        cudaErrorHostMemoryAlreadyRegistered);
}

Outcome unregister_host(Context& context, void* pointer) {
    const auto range = Memory::get().find(pointer);
    if (!range || range->begin != pointer || range->origin != Origin::registered)
        return fail(cudaErrorHostMemoryNotRegistered,
                    "ptr is %p, which is not the begin of registered memory", pointer);
    VGPU_TRY(wait_for_users(context, pointer));
    return Memory::get().release(pointer, {Origin::registered});
}

Outcome check_host(const void* pointer) {
    const auto range = Memory::get().find(pointer);
    if (range && (range->origin == Origin::host || range->origin == Origin::registered)) return {};
    return fail(cudaErrorInvalidValue,
                "pHost is %p, which is not host memory of cudaHostAlloc or cudaHostRegister", pointer);
}

cudaPointerAttributes attributes_of(const void* pointer) {
    void* address = const_cast<void*>(pointer);
    const auto range = Memory::get().find(pointer);
    if (!range) return {cudaMemoryTypeUnregistered, -2, nullptr, nullptr, {}};
    switch (range->origin) {
        case Origin::host:
        case Origin::registered:
            return {cudaMemoryTypeHost, range->device, address, address, {}};
        case Origin::managed:
            return {cudaMemoryTypeManaged, range->device, address, address, {}};
        default:
            return {cudaMemoryTypeDevice, range->device, address, nullptr, {}};
    }
}

}  // namespace vgpu::api

using namespace vgpu::api;

extern "C" int vgpuAdoptMemory(void* pointer, size_t bytes, int device) {
    return runtime("vgpuAdoptMemory", [&]() -> vgpu::Outcome {
        if (auto found = Device::at(device); !found.ok()) return found.failure();
        return Memory::get().add({static_cast<char*>(pointer), bytes, Origin::adopted, device, 0},
                                 cudaErrorInvalidValue);
    });
}

extern "C" int vgpuReleaseMemory(void* pointer) {
    return runtime("vgpuReleaseMemory", [&] { return Memory::get().release(pointer, {Origin::adopted}); });
}
