// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Virtual memory management: pieces of memory (memory files), reserved addresses, and which piece is mapped
// where. A piece lives as long as a handle, a mapping or another process has it.
#pragma once

#include <cuda.h>

#include <map>
#include <memory>
#include <mutex>

#include "os/descriptor.h"
#include "os/memory.h"
#include "vgpu/api/outcome.h"

namespace vgpu::api {

class VirtualMemory {
  public:
    static constexpr size_t kGranularity = size_t{2} << 20;
    static VirtualMemory& get();

    using Handle = CUmemGenericAllocationHandle;
    Expected<Handle> create(size_t bytes, const CUmemAllocationProp& properties);
    Outcome release(Handle handle);
    Expected<Handle> retain(const void* address);
    Expected<CUmemAllocationProp> properties(Handle handle);
    /// A descriptor of the caller's.
    Expected<int> export_descriptor(Handle handle);
    Expected<Handle> import_descriptor(int descriptor, int device);

    Expected<char*> reserve(size_t bytes, size_t alignment, void* wish);
    Outcome free(char* begin, size_t bytes);
    Outcome map(char* begin, size_t bytes, size_t offset, Handle handle);
    Outcome unmap(char* begin, size_t bytes);
    Outcome set_access(char* begin, size_t bytes, const CUmemAccessDesc* access, size_t count);
    Expected<unsigned long long> access(const void* address, const CUmemLocation& location);

  private:
    struct Piece {
        omni::os::Descriptor file;
        size_t bytes = 0;
        CUmemAllocationProp properties{};
        unsigned handles = 0;
    };
    struct Mapped {
        size_t bytes = 0;
        std::shared_ptr<Piece> piece;
        std::map<std::pair<int, int>, CUmemAccess_flags> access;  ///< by location
    };
    VirtualMemory();
    Handle hand_out(std::shared_ptr<Piece> piece);
    Expected<std::shared_ptr<Piece>> find(Handle handle);
    std::map<char*, Mapped>::iterator mapped_at(const void* address);
    bool reserved(char* begin, size_t bytes) const;
    template <class F>
    Outcome each_mapped(char* begin, size_t bytes, F f);

    std::mutex mutex_;
    std::map<Handle, std::shared_ptr<Piece>> pieces_;
    std::map<char*, omni::os::Mapping> reservations_;
    std::map<char*, Mapped> mapped_;
};

}  // namespace vgpu::api
