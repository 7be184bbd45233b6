// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
#include "mapped_memory.h"

#include "check.h"

namespace perftest {
namespace {

void require(CUresult status, const char* call) {
    if (status == CUDA_SUCCESS) return;
    const char* words = "unknown error";
    cuGetErrorString(status, &words);
    std::fprintf(stderr, "--mmap: %s: %s\n", call, words);
    nvshmem_global_exit(1);
}
#define CU_CHECK(call) require(call, #call)

CUmemLocation place(const Options& options) {
    CUmemLocation location = {};
    int device = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    location.type = options.egm ? CU_MEM_LOCATION_TYPE_HOST_NUMA : CU_MEM_LOCATION_TYPE_DEVICE;
    location.id = device;
    if (options.egm) CU_CHECK(cuDeviceGetAttribute(&location.id, CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID, device));
    return location;
}

CUmemAllocationProp kind(const Options& options) {
    CUmemAllocationProp properties = {};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location = place(options);
    properties.requestedHandleTypes =
        options.memory_handle == 2 ? CU_MEM_HANDLE_TYPE_FABRIC : CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    return properties;
}

}  // namespace

MappedMemory::MappedMemory(const Options& options, size_t bytes) {
    const CUmemAllocationProp properties = kind(options);
    size_t granularity = 0;
    CU_CHECK(cuMemGetAllocationGranularity(&granularity, &properties, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
    bytes_ = (bytes + granularity - 1) / granularity * granularity;
    CU_CHECK(cuMemCreate(&handle_, bytes_, &properties, 0));
    CU_CHECK(cuMemAddressReserve(&address_, bytes_, granularity, 0, 0));
    CU_CHECK(cuMemMap(address_, bytes_, 0, handle_, 0));
    CUmemAccessDesc access = {};
    access.location = properties.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    CU_CHECK(cuMemSetAccess(address_, bytes_, &access, 1));
}

MappedMemory::~MappedMemory() {
    cuMemUnmap(address_, bytes_);
    cuMemAddressFree(address_, bytes_);
    cuMemRelease(handle_);
}

}  // namespace perftest
