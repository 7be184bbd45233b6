// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Pieces, reservations, mappings.
#include "vgpu/api/virtual_memory.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "vgpu/api/device.h"
#include "vgpu/api/memory.h"

namespace vgpu::api {

namespace {

using omni::os::round_up;

bool whole(size_t value) { return value % VirtualMemory::kGranularity == 0; }

Outcome check_location(const CUmemLocation& location) {
    if (location.type == CU_MEM_LOCATION_TYPE_DEVICE) return std::move(Device::at(location.id).failure());
    if (location.type >= CU_MEM_LOCATION_TYPE_HOST && location.type <= CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT)
        return {};
    return fail(cudaErrorInvalidValue, "location.type is %d; it can be a device or the host",
                static_cast<int>(location.type));
}

Outcome check_properties(const CUmemAllocationProp& p) {
    if (p.type != CU_MEM_ALLOCATION_TYPE_PINNED)
        return fail(cudaErrorInvalidValue, "type is %d; it has to be CU_MEM_ALLOCATION_TYPE_PINNED",
                    static_cast<int>(p.type));
    if (p.requestedHandleTypes & ~CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
        return fail(cudaErrorNotSupported,
                    "requestedHandleTypes is %#x; the virtual device has file descriptors only",
                    static_cast<unsigned>(p.requestedHandleTypes));
    return check_location(p.location);
}

int protection(CUmemAccess_flags flags) {
    return flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE ? PROT_READ | PROT_WRITE
           : flags == CU_MEM_ACCESS_FLAGS_PROT_READ    ? PROT_READ
                                                       : PROT_NONE;
}

}  // namespace

VirtualMemory& VirtualMemory::get() {
    static VirtualMemory* one = new VirtualMemory;
    return *one;
}

VirtualMemory::VirtualMemory() {
    ::pthread_atfork([] { get().mutex_.lock(); }, [] { get().mutex_.unlock(); },
                     [] { get().mutex_.unlock(); });
}

VirtualMemory::Handle VirtualMemory::hand_out(std::shared_ptr<Piece> piece) {
    const Handle handle = reinterpret_cast<uintptr_t>(piece.get());
    ++piece->handles;
    pieces_[handle] = std::move(piece);
    return handle;
}

Expected<std::shared_ptr<VirtualMemory::Piece>> VirtualMemory::find(Handle handle) {
    const auto found = pieces_.find(handle);
    if (found == pieces_.end())
        return fail(cudaErrorInvalidValue, "handle is %#llx, which is no handle in use", handle);
    return found->second;
}

Expected<VirtualMemory::Handle> VirtualMemory::create(size_t bytes, const CUmemAllocationProp& properties) {
    VGPU_TRY(check_properties(properties));
    if (bytes == 0 || !whole(bytes))
        return fail(cudaErrorInvalidValue, "size is %zu; it has to be a multiple of the granularity, %zu",
                    bytes, kGranularity);
    if (bytes > omni::os::available_memory())
        return fail(cudaErrorMemoryAllocation, "size is %zu; the machine can give %zu bytes", bytes,
                    omni::os::available_memory());
    auto file = omni::os::create_memory_file("vgpu-piece", bytes);
    if (!file.ok()) return fail(cudaErrorMemoryAllocation, "%s", file.status().text());
    auto piece = std::make_shared<Piece>();
    piece->file = std::move(*file);
    piece->bytes = bytes;
    piece->properties = properties;
    const std::lock_guard lock(mutex_);
    return hand_out(std::move(piece));
}

Outcome VirtualMemory::release(Handle handle) {
    const std::lock_guard lock(mutex_);
    auto piece = find(handle);
    if (!piece.ok()) return piece.failure();
    if (--(*piece)->handles == 0) pieces_.erase(handle);
    return {};
}

Expected<VirtualMemory::Handle> VirtualMemory::retain(const void* address) {
    const std::lock_guard lock(mutex_);
    const auto found = mapped_at(address);
    if (found == mapped_.end())
        return fail(cudaErrorInvalidValue, "addr is %p, where nothing is mapped by cuMemMap", address);
    return hand_out(found->second.piece);
}

Expected<CUmemAllocationProp> VirtualMemory::properties(Handle handle) {
    const std::lock_guard lock(mutex_);
    auto piece = find(handle);
    if (!piece.ok()) return piece.failure();
    return (*piece)->properties;
}

Expected<int> VirtualMemory::export_descriptor(Handle handle) {
    const std::lock_guard lock(mutex_);
    auto piece = find(handle);
    if (!piece.ok()) return piece.failure();
    if (!((*piece)->properties.requestedHandleTypes & CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR))
        return fail(cudaErrorInvalidValue,
                    "the memory was not created with requestedHandleTypes = "
                    "CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR");
    const int descriptor = ::fcntl((*piece)->file.get(), F_DUPFD_CLOEXEC, 0);
    if (descriptor < 0)
        return fail(cudaErrorOperatingSystem, "no descriptor could be made: %s", std::strerror(errno));
    return descriptor;
}

Expected<VirtualMemory::Handle> VirtualMemory::import_descriptor(int descriptor, int device) {
    struct stat facts;
    if (::fstat(descriptor, &facts) != 0 || !whole(static_cast<size_t>(facts.st_size)) || facts.st_size == 0)
        return fail(cudaErrorInvalidValue,
                    "osHandle is %d, which is no descriptor of memory that cuMemExportToShareableHandle gave",
                    descriptor);
    auto piece = std::make_shared<Piece>();
    piece->file = omni::os::Descriptor(::fcntl(descriptor, F_DUPFD_CLOEXEC, 0));
    piece->bytes = static_cast<size_t>(facts.st_size);
    piece->properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    piece->properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    piece->properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, device};
    const std::lock_guard lock(mutex_);
    return hand_out(std::move(piece));
}

Expected<char*> VirtualMemory::reserve(size_t bytes, size_t alignment, void* wish) {
    if (bytes == 0 || !whole(bytes))
        return fail(cudaErrorInvalidValue, "size is %zu; it has to be a multiple of the granularity, %zu",
                    bytes, kGranularity);
    if (alignment & (alignment - 1))
        return fail(cudaErrorInvalidValue, "alignment is %zu; it has to be a power of two", alignment);
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    omni::os::Mapping range;
    if (wish && reinterpret_cast<uintptr_t>(wish) % std::max(alignment, kGranularity) == 0)
        if (void* got = ::mmap(wish, bytes, PROT_NONE, flags, -1, 0); got == wish)
            range = omni::os::Mapping(got, bytes);
    if (!range.valid()) {
        auto anywhere = omni::os::reserve(bytes, std::max(alignment, kGranularity));
        if (!anywhere.ok()) return fail(cudaErrorMemoryAllocation, "%s", anywhere.status().text());
        range = std::move(*anywhere);
    }
    char* begin = range.address();
    const std::lock_guard lock(mutex_);
    reservations_.emplace(begin, std::move(range));
    return begin;
}

Outcome VirtualMemory::free(char* begin, size_t bytes) {
    const std::lock_guard lock(mutex_);
    const auto found = reservations_.find(begin);
    if (found == reservations_.end() || found->second.bytes() != bytes)
        return fail(cudaErrorInvalidValue, "[%p, +%zu) is no range that cuMemAddressReserve gave",
                    static_cast<void*>(begin), bytes);
    const auto inside = mapped_.lower_bound(begin);
    if (inside != mapped_.end() && inside->first < begin + bytes)
        return fail(cudaErrorInvalidValue, "memory is still mapped at %p: cuMemUnmap comes first",
                    static_cast<void*>(inside->first));
    reservations_.erase(found);
    return {};
}

bool VirtualMemory::reserved(char* begin, size_t bytes) const {
    auto next = reservations_.upper_bound(begin);
    return next != reservations_.begin() &&
           begin + bytes <= std::prev(next)->first + std::prev(next)->second.bytes();
}

Outcome VirtualMemory::map(char* begin, size_t bytes, size_t offset, Handle handle) {
    const std::lock_guard lock(mutex_);
    auto piece = find(handle);
    if (!piece.ok()) return piece.failure();
    if (bytes == 0 || !whole(bytes) || !whole(offset) || !whole(reinterpret_cast<uintptr_t>(begin)))
        return fail(cudaErrorInvalidValue,
                    "ptr is %p, size %zu, offset %zu; all have to be multiples of the granularity, %zu",
                    static_cast<void*>(begin), bytes, offset, kGranularity);
    if (offset + bytes > (*piece)->bytes)
        return fail(cudaErrorInvalidValue, "offset + size is %zu, more than the %zu bytes of the memory",
                    offset + bytes, (*piece)->bytes);
    if (!reserved(begin, bytes))
        return fail(cudaErrorInvalidValue, "[%p, +%zu) does not lie in a reserved range",
                    static_cast<void*>(begin), bytes);
    const auto next = mapped_.upper_bound(begin);
    if ((next != mapped_.end() && next->first < begin + bytes) || mapped_at(begin) != mapped_.end())
        return fail(cudaErrorInvalidValue, "memory is mapped in [%p, +%zu) already",
                    static_cast<void*>(begin), bytes);
    if (::mmap(begin, bytes, PROT_NONE, MAP_SHARED | MAP_FIXED | MAP_NORESERVE, (*piece)->file.get(),
               static_cast<off_t>(offset)) == MAP_FAILED)
        return fail(cudaErrorMemoryAllocation, "mapping failed: %s", std::strerror(errno));
    ::madvise(begin, bytes, MADV_DONTFORK);
    const CUmemLocation& location = (*piece)->properties.location;
    VGPU_TRY(Memory::get().add(
        {begin, bytes, Origin::mapped, location.type == CU_MEM_LOCATION_TYPE_DEVICE ? location.id : 0, 0},
        cudaErrorInvalidValue));
    mapped_[begin] = {bytes, *piece, {}};
    return {};
}

std::map<char*, VirtualMemory::Mapped>::iterator VirtualMemory::mapped_at(const void* pointer) {
    char* address = static_cast<char*>(const_cast<void*>(pointer));
    auto next = mapped_.upper_bound(address);
    if (next == mapped_.begin() || address >= std::prev(next)->first + std::prev(next)->second.bytes)
        return mapped_.end();
    return std::prev(next);
}

/// Calls f(begin, mapped) for the mappings that fill the range, which must be whole ones.
template <class F>
Outcome VirtualMemory::each_mapped(char* begin, size_t bytes, F f) {
    std::vector<char*> places;
    for (char* at = begin; at < begin + bytes;) {
        const auto found = mapped_.find(at);
        if (found == mapped_.end() || at + found->second.bytes > begin + bytes)
            return fail(cudaErrorInvalidValue,
                        "[%p, +%zu) is not filled by whole mappings: nothing that ends in it is mapped at %p",
                        static_cast<void*>(begin), bytes, static_cast<void*>(at));
        places.push_back(at);
        at += found->second.bytes;
    }
    for (char* place : places) VGPU_TRY(f(place, mapped_.at(place)));
    return {};
}

Outcome VirtualMemory::unmap(char* begin, size_t bytes) {
    const std::lock_guard lock(mutex_);
    return each_mapped(begin, bytes, [&](char* place, Mapped& mapped) -> Outcome {
        if (const auto status = omni::os::unmap_at(place, mapped.bytes); !status.ok())
            return fail(cudaErrorUnmapBufferObjectFailed, "%s", status.text());
        VGPU_TRY(Memory::get().release(place, {Origin::mapped}));
        mapped_.erase(place);
        return {};
    });
}

Outcome VirtualMemory::set_access(char* begin, size_t bytes, const CUmemAccessDesc* access, size_t count) {
    for (size_t i = 0; i < count; ++i) VGPU_TRY(check_location(access[i].location));
    const std::lock_guard lock(mutex_);
    return each_mapped(begin, bytes, [&](char* place, Mapped& mapped) -> Outcome {
        for (size_t i = 0; i < count; ++i)
            mapped.access[{access[i].location.type, access[i].location.id}] = access[i].flags;
        int most = PROT_NONE;  // devices share their address space: the right of one is the right of all
        for (const auto& [location, flags] : mapped.access) most |= protection(flags);
        if (::mprotect(place, mapped.bytes, most) != 0)
            return fail(cudaErrorInvalidValue, "the access cannot be set: %s", std::strerror(errno));
        return {};
    });
}

Expected<unsigned long long> VirtualMemory::access(const void* address, const CUmemLocation& location) {
    const std::lock_guard lock(mutex_);
    const auto found = mapped_at(address);
    if (found == mapped_.end())
        return fail(cudaErrorInvalidValue, "ptr is %p, where nothing is mapped by cuMemMap", address);
    const auto flags = found->second.access.find({location.type, location.id});
    return flags == found->second.access.end() ? 0ull : static_cast<unsigned long long>(flags->second);
}

}  // namespace vgpu::api
