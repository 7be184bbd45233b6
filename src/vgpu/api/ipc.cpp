// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Memory and events of a device in other processes, in both interfaces. A handle of memory says where the
// memory file of the device is, and the place in it.
#include <cuda_runtime_api.h>

#include <bit>
#include <cstring>
#include <map>
#include <mutex>

#include "vgpu/api/allocation.h"
#include "vgpu/api/driver_shell.h"
#include "vgpu/api/event.h"
#include "vgpu/api/give.h"
#include "vgpu/api/shell.h"

using namespace vgpu::api;
using vgpu::Outcome;

namespace {

constexpr uint64_t kMark = 0x6d656d2d75706776;  // "vgpu-mem"

struct MemoryHandle {
    uint64_t mark;
    omni::os::FileAddress file;
    uint64_t offset, bytes;
};
static_assert(sizeof(MemoryHandle) <= sizeof(cudaIpcMemHandle_t) &&
              sizeof(CUipcMemHandle) == sizeof(cudaIpcMemHandle_t));

/// What this process has opened, by the address that it got.
struct Opened {
    std::mutex mutex;
    std::map<void*, omni::os::Mapping> mappings;
};

Opened& opened() {
    static Opened* all = new Opened;
    return *all;
}

Outcome make_handle(cudaIpcMemHandle_t* handle, const void* pointer) {
    const auto range = Memory::get().find(pointer);
    const auto place = range ? Memory::get().place_of(range->begin) : std::nullopt;
    if (!handle || !place)
        return fail(cudaErrorInvalidValue, "devPtr is %p, which is not memory of cudaMalloc", pointer);
    const MemoryHandle made{kMark, omni::os::address_of(place->file), place->offset, range->bytes};
    *handle = {};
    std::memcpy(handle, &made, sizeof(made));
    return {};
}

Outcome open_handle(Context& context, void** pointer, const cudaIpcMemHandle_t& handle) {
    MemoryHandle given;
    std::memcpy(&given, &handle, sizeof(given));
    if (!pointer || given.mark != kMark)
        return fail(cudaErrorInvalidValue, "handle is none that cudaIpcGetMemHandle gave");
    auto file = omni::os::open_file(given.file);
    if (!file.ok()) return fail(cudaErrorMapBufferObjectFailed, "%s", file.status().text());
    const size_t page = omni::os::page_size(), begin = given.offset / page * page,
                 skip = given.offset - begin;
    const size_t bytes = omni::os::round_up(skip + given.bytes, page);
    void* mapped =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file->get(), static_cast<off_t>(begin));
    if (mapped == MAP_FAILED)
        return fail(cudaErrorMapBufferObjectFailed, "the memory of process %d cannot be mapped",
                    given.file.process);
    omni::os::Mapping mapping(mapped, bytes);
    char* address = mapping.address() + skip;
    VGPU_TRY(Memory::get().add({address, given.bytes, Origin::imported, context.device().ordinal(), 0},
                               cudaErrorAlreadyMapped));
    const std::lock_guard lock(opened().mutex);
    opened().mappings.emplace(address, std::move(mapping));
    *pointer = address;
    return {};
}

Outcome close_handle(Context& context, void* pointer) {
    VGPU_TRY(context.synchronize());
    VGPU_TRY(Memory::get().release(pointer, {Origin::imported}));
    const std::lock_guard lock(opened().mutex);
    opened().mappings.erase(pointer);
    return {};
}

template <class F>
cudaError_t on_current(const char* function, F f) {
    return runtime(function, [&] { return with(current(), [&](Context* context) { return f(*context); }); });
}

}  // namespace

extern "C" {

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* pointer) {
    return on_current("cudaIpcGetMemHandle", [&](Context&) { return make_handle(handle, pointer); });
}

cudaError_t cudaIpcOpenMemHandle(void** pointer, cudaIpcMemHandle_t handle, unsigned flags) {
    return on_current("cudaIpcOpenMemHandle", [&](Context& context) -> Outcome {
        VGPU_TRY(only_flags(flags, cudaIpcMemLazyEnablePeerAccess));
        return open_handle(context, pointer, handle);
    });
}

cudaError_t cudaIpcCloseMemHandle(void* pointer) {
    return on_current("cudaIpcCloseMemHandle",
                      [&](Context& context) { return close_handle(context, pointer); });
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle, cudaEvent_t event) {
    return runtime("cudaIpcGetEventHandle", [&] {
        return with(find_event(event), [&](const std::shared_ptr<Event>& found) {
            return give("handle", handle, handle_of(*found));
        });
    });
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t* event, cudaIpcEventHandle_t handle) {
    return runtime("cudaIpcOpenEventHandle", [&]() -> Outcome {
        if (!event) return fail(cudaErrorInvalidValue, "event is null");
        return give("event", event, open_event(handle));
    });
}

CUresult cuIpcGetMemHandle(CUipcMemHandle* handle, CUdeviceptr pointer) {
    return on_driver_context("cuIpcGetMemHandle", [&](Context&) {
        return make_handle(reinterpret_cast<cudaIpcMemHandle_t*>(handle), pointer_of(pointer));
    });
}

CUresult cuIpcOpenMemHandle(CUdeviceptr* pointer, CUipcMemHandle handle, unsigned flags) {
    return on_driver_context("cuIpcOpenMemHandle", [&](Context& context) -> Outcome {
        VGPU_TRY(only_flags(flags, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
        if (!pointer) return fail(cudaErrorInvalidValue, "pdptr is null");
        void* opened = nullptr;
        VGPU_TRY(open_handle(context, &opened, std::bit_cast<cudaIpcMemHandle_t>(handle)));
        *pointer = address_of(opened);
        return {};
    });
}

CUresult cuIpcCloseMemHandle(CUdeviceptr pointer) {
    return on_driver_context("cuIpcCloseMemHandle",
                             [&](Context& context) { return close_handle(context, pointer_of(pointer)); });
}

CUresult cuIpcGetEventHandle(CUipcEventHandle* handle, CUevent event) {
    return driver("cuIpcGetEventHandle", [&] {
        return with(find_event(event), [&](const std::shared_ptr<Event>& found) {
            return give("pHandle", reinterpret_cast<cudaIpcEventHandle_t*>(handle), handle_of(*found));
        });
    });
}

CUresult cuIpcOpenEventHandle(CUevent* event, CUipcEventHandle handle) {
    return on_driver_context("cuIpcOpenEventHandle", [&](Context&) -> Outcome {
        if (!event) return fail(cudaErrorInvalidValue, "phEvent is null");
        return give("phEvent", event, open_event(std::bit_cast<cudaIpcEventHandle_t>(handle)));
    });
}

}  // extern "C"
