// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Devices of the runtime interface.
#include <cuda_runtime_api.h>

#include <cstdlib>
#include <cstring>

#include "vgpu/api/attribute.h"
#include "vgpu/api/give.h"
#include "vgpu/api/limit.h"
#include "vgpu/api/peer.h"
#include "vgpu/api/shell.h"
#include "vgpu/api/stream.h"
#include "vgpu/api/thread.h"

using namespace vgpu::api;
using vgpu::Outcome;

namespace {

constexpr unsigned kDeviceFlags =
    cudaDeviceScheduleMask | cudaDeviceMapHost | cudaDeviceLmemResizeToMax | cudaDeviceSyncMemops;

/// A device becomes current with its primary context, in the place of all that were pushed.
Outcome select(int ordinal) {
    return with(Device::at(ordinal), [&](Device* device) -> Outcome {
        Thread& thread = Thread::mine();
        thread.device = ordinal;
        thread.contexts.assign(1, device->primary());
        return {};
    });
}

Outcome current_ordinal(int* device) {
    const Thread& thread = Thread::mine();
    return give("device", device,
                thread.contexts.empty() ? thread.device : thread.contexts.back()->device().ordinal());
}

template <class F>
cudaError_t on_device(const char* function, int ordinal, F f) {
    return runtime(function,
                   [&] { return with(Device::at(ordinal), [&](Device* device) { return f(*device); }); });
}

template <class F>
cudaError_t on_current(const char* function, F f) {
    return runtime(function, [&] { return with(current(), [&](Context* context) { return f(*context); }); });
}

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
    return runtime("cudaGetDeviceCount", [&]() -> Outcome {
        VGPU_TRY(give("count", count, Device::count()));
        return *count > 0 ? Outcome{} : Device::at(0).failure();
    });
}

cudaError_t cudaGetDevice(int* device) {
    return runtime("cudaGetDevice", [&] { return current_ordinal(device); });
}

cudaError_t cudaSetDevice(int device) {
    return runtime("cudaSetDevice", [&] { return select(device); });
}

cudaError_t cudaInitDevice(int device, unsigned deviceFlags, unsigned flags) {
    return on_device("cudaInitDevice", device, [&](Device& chosen) -> Outcome {
        VGPU_TRY(only_flags(flags, cudaInitDeviceFlagsAreValid));
        if (flags) VGPU_TRY(only_flags(deviceFlags, kDeviceFlags));
        if (flags) chosen.flags = deviceFlags;
        chosen.primary();
        return {};
    });
}

cudaError_t cudaSetValidDevices(int* devices, int count) {
    return runtime("cudaSetValidDevices", [&]() -> Outcome {
        if (count < 0 || (count > 0 && !devices))
            return fail(cudaErrorInvalidValue, "count is %d and device_arr is %p", count,
                        static_cast<void*>(devices));
        for (int i = 0; i < count; ++i)
            if (auto device = Device::at(devices[i]); !device.ok()) return device.failure();
        return {};
    });
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* properties) {
    return runtime("cudaChooseDevice", [&]() -> Outcome {
        if (!properties) return fail(cudaErrorInvalidValue, "prop is null");
        return give("device", device, 0);  // they are all alike
    });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    return on_device("cudaGetDeviceProperties", device, [&](Device& chosen) -> Outcome {
        if (!properties) return fail(cudaErrorInvalidValue, "prop is null");
        *properties = properties_of(chosen);
        return {};
    });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
    return on_device("cudaDeviceGetAttribute", device,
                     [&](Device& chosen) { return give("value", value, attribute_of(chosen, attribute)); });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* pciBusId) {
    return runtime("cudaDeviceGetByPCIBusId",
                   [&] { return give("device", device, find_by_bus_id(pciBusId)); });
}

cudaError_t cudaDeviceGetPCIBusId(char* pciBusId, int length, int device) {
    return on_device("cudaDeviceGetPCIBusId", device, [&](Device& chosen) {
        return write_text("pciBusId", pciBusId, length, chosen.pci_bus_id());
    });
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int from, int to) {
    return runtime("cudaDeviceGetP2PAttribute",
                   [&] { return give("value", value, peer_attribute(attribute, from, to)); });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    return runtime("cudaDeviceGetStreamPriorityRange", [&]() -> Outcome {
        if (least) *least = kLeastPriority;
        if (greatest) *greatest = kGreatestPriority;
        return {};
    });
}

cudaError_t cudaDeviceSynchronize() {
    return on_current("cudaDeviceSynchronize", [](Context& context) { return context.synchronize(); });
}

cudaError_t cudaDeviceReset() {
    return runtime("cudaDeviceReset", [&] {
        return with(current_or_failed(), [](Context* context) -> Outcome {
            Device& device = context->device();
            context->synchronize();
            device.reset();
            Thread& thread = Thread::mine();
            thread.device = device.ordinal();
            thread.contexts.clear();
            thread.last_error = cudaSuccess;
            return {};
        });
    });
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
    return on_current("cudaGetDeviceFlags", [&](Context& context) {
        return give("flags", flags, context.flags | cudaDeviceMapHost);
    });
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
    return runtime("cudaSetDeviceFlags", [&]() -> Outcome {
        VGPU_TRY(only_flags(flags, kDeviceFlags));
        int ordinal = 0;
        VGPU_TRY(current_ordinal(&ordinal));
        return with(Device::at(ordinal), [&](Device* device) -> Outcome {
            device->flags = flags;
            if (device->active()) device->primary()->flags = flags;
            return {};
        });
    });
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
    return on_current("cudaDeviceGetLimit",
                      [&](Context& context) { return give("pValue", value, get_limit(context, limit)); });
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
    return on_current("cudaDeviceSetLimit",
                      [&](Context& context) { return set_limit(context, limit, value); });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
    return runtime("cudaDeviceGetCacheConfig",
                   [&] { return give("pCacheConfig", config, cudaFuncCachePreferNone); });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
    return runtime("cudaDeviceSetCacheConfig", [&]() -> Outcome {
        if (config < cudaFuncCachePreferNone || config > cudaFuncCachePreferEqual)
            return fail(cudaErrorInvalidValue, "cacheConfig is %d; it can be one of cudaFuncCache, 0 to 3",
                        static_cast<int>(config));
        return {};
    });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
    return runtime("cudaDeviceCanAccessPeer", [&] {
        return give("canAccessPeer", can, peer_attribute(cudaDevP2PAttrAccessSupported, device, peer, true));
    });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    return on_current("cudaDeviceEnablePeerAccess", [&](Context& context) -> Outcome {
        VGPU_TRY(only_flags(flags, 0));
        return enable_peer(context, peer);
    });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    return on_current("cudaDeviceDisablePeerAccess",
                      [&](Context& context) { return disable_peer(context, peer); });
}

cudaError_t cudaDriverGetVersion(int* version) {
    return runtime("cudaDriverGetVersion", [&] { return give("driverVersion", version, CUDA_VERSION); });
}

cudaError_t cudaRuntimeGetVersion(int* version) {
    return runtime("cudaRuntimeGetVersion", [&] { return give("runtimeVersion", version, CUDART_VERSION); });
}

cudaError_t cudaProfilerStart() {
    return runtime("cudaProfilerStart", [] { return Outcome{}; });
}

cudaError_t cudaProfilerStop() {
    return runtime("cudaProfilerStop", [] { return Outcome{}; });
}

}  // extern "C"
