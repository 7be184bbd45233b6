// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Attributes and properties, from one table.
#include "vgpu/api/attribute.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "vgpu/engine/limits.h"

namespace vgpu::api {

Expected<int> attribute_of(const Device& device, int number) {
    switch (number) {
#define DEVICE_ATTRIBUTE(number, runtime, driver, value) \
    case number:                                         \
        return static_cast<int>(value);
#define DRIVER_ATTRIBUTE(number, driver, value) \
    case number:                                \
        return value;
#include "vgpu/device_attributes.def"
        default:
            return fail(cudaErrorInvalidValue, "attr is %d, which is no attribute of the virtual device %d",
                        number, device.ordinal());
    }
}

namespace {

/// Fields of the structure that are attributes under the same or another name.
void set_from_attributes(cudaDeviceProp& p, const Device& device) {
    const auto get = [&](cudaDeviceAttr attribute) { return *attribute_of(device, attribute); };
    p.sharedMemPerBlock = static_cast<size_t>(get(cudaDevAttrMaxSharedMemoryPerBlock));
    p.regsPerBlock = get(cudaDevAttrMaxRegistersPerBlock);
    p.warpSize = get(cudaDevAttrWarpSize);
    p.memPitch = static_cast<size_t>(get(cudaDevAttrMaxPitch));
    p.maxThreadsPerBlock = get(cudaDevAttrMaxThreadsPerBlock);
    for (int i = 0; i < 3; ++i) {
        p.maxThreadsDim[i] = get(static_cast<cudaDeviceAttr>(cudaDevAttrMaxBlockDimX + i));
        p.maxGridSize[i] = get(static_cast<cudaDeviceAttr>(cudaDevAttrMaxGridDimX + i));
    }
    p.totalConstMem = static_cast<size_t>(get(cudaDevAttrTotalConstantMemory));
    p.major = get(cudaDevAttrComputeCapabilityMajor);
    p.minor = get(cudaDevAttrComputeCapabilityMinor);
    p.textureAlignment = static_cast<size_t>(get(cudaDevAttrTextureAlignment));
    p.texturePitchAlignment = static_cast<size_t>(get(cudaDevAttrTexturePitchAlignment));
    p.multiProcessorCount = get(cudaDevAttrMultiProcessorCount);
    p.integrated = get(cudaDevAttrIntegrated);
    p.canMapHostMemory = get(cudaDevAttrCanMapHostMemory);
    p.concurrentKernels = get(cudaDevAttrConcurrentKernels);
    p.ECCEnabled = get(cudaDevAttrEccEnabled);
    p.pciBusID = get(cudaDevAttrPciBusId);
    p.pciDeviceID = get(cudaDevAttrPciDeviceId);
    p.pciDomainID = get(cudaDevAttrPciDomainId);
    p.asyncEngineCount = get(cudaDevAttrAsyncEngineCount);
    p.unifiedAddressing = get(cudaDevAttrUnifiedAddressing);
    p.memoryBusWidth = get(cudaDevAttrGlobalMemoryBusWidth);
    p.l2CacheSize = get(cudaDevAttrL2CacheSize);
    p.maxThreadsPerMultiProcessor = get(cudaDevAttrMaxThreadsPerMultiProcessor);
    p.streamPrioritiesSupported = get(cudaDevAttrStreamPrioritiesSupported);
    p.globalL1CacheSupported = get(cudaDevAttrGlobalL1CacheSupported);
    p.localL1CacheSupported = get(cudaDevAttrLocalL1CacheSupported);
    p.sharedMemPerMultiprocessor = static_cast<size_t>(get(cudaDevAttrMaxSharedMemoryPerMultiprocessor));
    p.regsPerMultiprocessor = get(cudaDevAttrMaxRegistersPerMultiprocessor);
    p.managedMemory = get(cudaDevAttrManagedMemory);
    p.multiGpuBoardGroupID = get(cudaDevAttrMultiGpuBoardGroupID);
    p.hostNativeAtomicSupported = get(cudaDevAttrHostNativeAtomicSupported);
    p.pageableMemoryAccess = get(cudaDevAttrPageableMemoryAccess);
    p.concurrentManagedAccess = get(cudaDevAttrConcurrentManagedAccess);
    p.computePreemptionSupported = get(cudaDevAttrComputePreemptionSupported);
    p.canUseHostPointerForRegisteredMem = get(cudaDevAttrCanUseHostPointerForRegisteredMem);
    p.cooperativeLaunch = get(cudaDevAttrCooperativeLaunch);
    p.sharedMemPerBlockOptin = static_cast<size_t>(get(cudaDevAttrMaxSharedMemoryPerBlockOptin));
    p.pageableMemoryAccessUsesHostPageTables = get(cudaDevAttrPageableMemoryAccessUsesHostPageTables);
    p.directManagedMemAccessFromHost = get(cudaDevAttrDirectManagedMemAccessFromHost);
    p.maxBlocksPerMultiProcessor = get(cudaDevAttrMaxBlocksPerMultiprocessor);
    p.reservedSharedMemPerBlock = static_cast<size_t>(get(cudaDevAttrReservedSharedMemoryPerBlock));
    p.hostRegisterSupported = get(cudaDevAttrHostRegisterSupported);
    p.hostRegisterReadOnlySupported = get(cudaDevAttrHostRegisterReadOnlySupported);
    p.memoryPoolsSupported = get(cudaDevAttrMemoryPoolsSupported);
    p.gpuDirectRDMAFlushWritesOptions =
        static_cast<unsigned>(get(cudaDevAttrGPUDirectRDMAFlushWritesOptions));
    p.gpuDirectRDMAWritesOrdering = get(cudaDevAttrGPUDirectRDMAWritesOrdering);
    p.ipcEventSupported = get(cudaDevAttrIpcEventSupport);
    p.clusterLaunch = get(cudaDevAttrClusterLaunch);
    p.deviceNumaId = get(cudaDevAttrNumaId);
    p.hostNumaId = get(cudaDevAttrHostNumaId);
}

}  // namespace

cudaDeviceProp properties_of(const Device& device) {
    cudaDeviceProp properties{};
    std::snprintf(properties.name, sizeof(properties.name), "%s", device.name().c_str());
    properties.uuid = device.uuid();
    properties.totalGlobalMem = device.memory();
    properties.unifiedFunctionPointers = 1;
    set_from_attributes(properties, device);
    return properties;
}

Expected<int> find_by_bus_id(const char* id) {
    if (!id) return fail(cudaErrorInvalidValue, "pciBusId is null");
    unsigned domain = 0, bus = 0, place = 0;
    if (std::sscanf(id, "%x:%x:%x", &domain, &bus, &place) != 3) {
        domain = 0;
        if (std::sscanf(id, "%x:%x", &bus, &place) != 2)
            return fail(cudaErrorInvalidValue,
                        "pciBusId is \"%s\"; its form is domain:bus:device.function, in hexadecimal digits",
                        id);
    }
    for (int ordinal = 0; ordinal < Device::count(); ++ordinal)
        if (domain == 0 && place == 0 && (*Device::at(ordinal))->bus() == static_cast<int>(bus))
            return ordinal;
    return fail(cudaErrorInvalidDevice, "pciBusId is \"%s\", where no virtual device is", id);
}

Outcome write_text(const char* name, char* place, int length, const std::string& text) {
    if (!place || length < 1)
        return fail(cudaErrorInvalidValue, "%s is %p with %d bytes", name, static_cast<void*>(place), length);
    if (static_cast<size_t>(length) <= text.size())
        return fail(cudaErrorInvalidValue, "%s has %d bytes; \"%s\" takes %zu", name, length, text.c_str(),
                    text.size() + 1);
    std::memcpy(place, text.c_str(), text.size() + 1);
    return {};
}

}  // namespace vgpu::api
