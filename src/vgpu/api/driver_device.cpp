// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Start, errors and devices of the driver interface.
#include <cstring>

#include "vgpu/api/attribute.h"
#include "vgpu/api/driver_shell.h"
#include "vgpu/api/peer.h"

using namespace vgpu::api;
using vgpu::Outcome;

namespace {

const char* name_of(CUresult error) {
    switch (static_cast<int>(error)) {
        case 0:
            return "CUDA_SUCCESS";
#define ERROR_BOTH(number, runtime, driver, meaning) \
    case number:                                     \
        return "CUDA_ERROR_" #driver;
#define ERROR_DRIVER(number, driver, meaning) \
    case number:                              \
        return "CUDA_ERROR_" #driver;
#include "vgpu/errors.def"
        default:
            return nullptr;
    }
}

CUresult give_text(const char** place, const char* text) {
    if (!place) return CUDA_ERROR_INVALID_VALUE;
    *place = text;
    return text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

}  // namespace

extern "C" {

CUresult cuGetErrorName(CUresult error, const char** text) { return give_text(text, name_of(error)); }

CUresult cuGetErrorString(CUresult error, const char** text) {
    return give_text(text, name_of(error) ? cudaGetErrorString(static_cast<cudaError_t>(error)) : nullptr);
}

CUresult cuInit(unsigned flags) {
    initialise_driver();
    return driver("cuInit", [&]() -> Outcome {
        if (flags) return fail(cudaErrorInvalidValue, "flags is %u; it has to be 0", flags);
        return Device::count() > 0 ? Outcome{} : Device::at(0).failure();
    });
}

CUresult cuDriverGetVersion(int* version) {
    if (!version) return CUDA_ERROR_INVALID_VALUE;
    *version = CUDA_VERSION;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
    return on_driver_device("cuDeviceGet", ordinal, [&](Device&) { return give("device", device, ordinal); });
}

CUresult cuDeviceGetCount(int* count) {
    return driver("cuDeviceGetCount", [&] { return give("count", count, Device::count()); });
}

CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
    return on_driver_device("cuDeviceGetName", device,
                            [&](Device& chosen) { return write_text("name", name, length, chosen.name()); });
}

CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
    return on_driver_device("cuDeviceGetUuid", device,
                            [&](Device& chosen) { return give("uuid", uuid, chosen.uuid()); });
}

CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device) {
    return on_driver_device("cuDeviceTotalMem", device,
                            [&](Device& chosen) { return give("bytes", bytes, chosen.memory()); });
}

CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
    return on_driver_device("cuDeviceGetAttribute", device, [&](Device& chosen) {
        return give("pi", value, attribute_of(chosen, attribute));
    });
}

CUresult cuDeviceGetByPCIBusId(CUdevice* device, const char* pciBusId) {
    return driver("cuDeviceGetByPCIBusId", [&] { return give("dev", device, find_by_bus_id(pciBusId)); });
}

CUresult cuDeviceGetPCIBusId(char* pciBusId, int length, CUdevice device) {
    return on_driver_device("cuDeviceGetPCIBusId", device, [&](Device& chosen) {
        return write_text("pciBusId", pciBusId, length, chosen.pci_bus_id());
    });
}

CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer) {
    return driver("cuDeviceCanAccessPeer", [&] {
        return give("canAccessPeer", can, peer_attribute(cudaDevP2PAttrAccessSupported, device, peer, true));
    });
}

CUresult cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute attribute, CUdevice from, CUdevice to) {
    return driver("cuDeviceGetP2PAttribute",
                  [&] { return give("value", value, peer_attribute(attribute, from, to)); });
}

CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
    return on_driver_device("cuDeviceComputeCapability", device, [&](Device& chosen) -> Outcome {
        VGPU_TRY(give("major", major, attribute_of(chosen, cudaDevAttrComputeCapabilityMajor)));
        return give("minor", minor, attribute_of(chosen, cudaDevAttrComputeCapabilityMinor));
    });
}

CUresult cuProfilerStart() {
    return driver("cuProfilerStart", [] { return Outcome{}; });
}

CUresult cuProfilerStop() {
    return driver("cuProfilerStop", [] { return Outcome{}; });
}

}  // extern "C"
