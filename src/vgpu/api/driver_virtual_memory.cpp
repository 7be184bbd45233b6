// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// cuMem*: virtual memory management.
#include "vgpu/api/driver_shell.h"
#include "vgpu/api/virtual_memory.h"

using namespace vgpu::api;
using vgpu::Outcome;

namespace {

char* begin_of(CUdeviceptr address) { return static_cast<char*>(pointer_of(address)); }

Outcome no_flags(unsigned long long flags) {
    return flags ? fail(cudaErrorInvalidValue, "flags is %#llx; it has to be 0", flags) : Outcome{};
}

template <class F>
CUresult on_memory(const char* function, F f) {
    return driver(function, [&]() -> Outcome { return f(VirtualMemory::get()); });
}

/// The descriptor travels in the pointer itself.
int descriptor_in(void* handle) { return static_cast<int>(reinterpret_cast<intptr_t>(handle)); }

Outcome check_type(CUmemAllocationHandleType type) {
    if (type == CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) return {};
    return fail(cudaErrorNotSupported,
                "handleType is %d; the virtual device has CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR (1) only",
                static_cast<int>(type));
}

}  // namespace

extern "C" {

CUresult cuMemGetAllocationGranularity(size_t* granularity, const CUmemAllocationProp* properties,
                                       CUmemAllocationGranularity_flags) {
    return on_memory("cuMemGetAllocationGranularity", [&](VirtualMemory&) -> Outcome {
        if (!properties) return fail(cudaErrorInvalidValue, "prop is null");
        return give("granularity", granularity, VirtualMemory::kGranularity);
    });
}

CUresult cuMemCreate(CUmemGenericAllocationHandle* handle, size_t bytes,
                     const CUmemAllocationProp* properties, unsigned long long flags) {
    return on_memory("cuMemCreate", [&](VirtualMemory& memory) -> Outcome {
        VGPU_TRY(no_flags(flags));
        if (!handle || !properties) return fail(cudaErrorInvalidValue, "handle or prop is null");
        return give("handle", handle, memory.create(bytes, *properties));
    });
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
    return on_memory("cuMemRelease", [&](VirtualMemory& memory) { return memory.release(handle); });
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* handle, void* address) {
    return on_memory("cuMemRetainAllocationHandle", [&](VirtualMemory& memory) -> Outcome {
        if (!handle) return fail(cudaErrorInvalidValue, "handle is null");
        return give("handle", handle, memory.retain(address));
    });
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* properties,
                                                CUmemGenericAllocationHandle handle) {
    return on_memory("cuMemGetAllocationPropertiesFromHandle", [&](VirtualMemory& memory) {
        return give("prop", properties, memory.properties(handle));
    });
}

CUresult cuMemAddressReserve(CUdeviceptr* pointer, size_t bytes, size_t alignment, CUdeviceptr wish,
                             unsigned long long flags) {
    return on_memory("cuMemAddressReserve", [&](VirtualMemory& memory) -> Outcome {
        VGPU_TRY(no_flags(flags));
        if (!pointer) return fail(cudaErrorInvalidValue, "ptr is null");
        return with(memory.reserve(bytes, alignment, pointer_of(wish)),
                    [&](char* begin) { return give("ptr", pointer, address_of(begin)); });
    });
}

CUresult cuMemAddressFree(CUdeviceptr pointer, size_t bytes) {
    return on_memory("cuMemAddressFree",
                     [&](VirtualMemory& memory) { return memory.free(begin_of(pointer), bytes); });
}

CUresult cuMemMap(CUdeviceptr pointer, size_t bytes, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags) {
    return on_memory("cuMemMap", [&](VirtualMemory& memory) -> Outcome {
        VGPU_TRY(no_flags(flags));
        return memory.map(begin_of(pointer), bytes, offset, handle);
    });
}

CUresult cuMemUnmap(CUdeviceptr pointer, size_t bytes) {
    return on_memory("cuMemUnmap",
                     [&](VirtualMemory& memory) { return memory.unmap(begin_of(pointer), bytes); });
}

CUresult cuMemSetAccess(CUdeviceptr pointer, size_t bytes, const CUmemAccessDesc* access, size_t count) {
    return on_memory("cuMemSetAccess", [&](VirtualMemory& memory) -> Outcome {
        if (!access || count == 0)
            return fail(cudaErrorInvalidValue, "desc is %p and count is %zu; both have to be other than 0",
                        static_cast<const void*>(access), count);
        return memory.set_access(begin_of(pointer), bytes, access, count);
    });
}

CUresult cuMemGetAccess(unsigned long long* flags, const CUmemLocation* location, CUdeviceptr pointer) {
    return on_memory("cuMemGetAccess", [&](VirtualMemory& memory) -> Outcome {
        if (!location) return fail(cudaErrorInvalidValue, "location is null");
        return give("flags", flags, memory.access(pointer_of(pointer), *location));
    });
}

CUresult cuMemExportToShareableHandle(void* shareable, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType type, unsigned long long flags) {
    return on_memory("cuMemExportToShareableHandle", [&](VirtualMemory& memory) -> Outcome {
        VGPU_TRY(no_flags(flags));
        VGPU_TRY(check_type(type));
        if (!shareable) return fail(cudaErrorInvalidValue, "shareableHandle is null");
        return give("shareableHandle", static_cast<int*>(shareable), memory.export_descriptor(handle));
    });
}

CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle* handle, void* shareable,
                                        CUmemAllocationHandleType type) {
    return on_memory("cuMemImportFromShareableHandle", [&](VirtualMemory& memory) -> Outcome {
        VGPU_TRY(check_type(type));
        if (!handle) return fail(cudaErrorInvalidValue, "handle is null");
        auto context = driver_context();
        return give("handle", handle,
                    memory.import_descriptor(descriptor_in(shareable),
                                             context.ok() ? (*context)->device().ordinal() : 0));
    });
}

}  // extern "C"
