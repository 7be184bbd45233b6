// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Memory files and mappings. A memory file lives as long as somebody maps or holds it and leaves nothing in
// any directory.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>

#include "base/status.h"
#include "os/descriptor.h"

namespace omni::os {

size_t page_size();
inline size_t round_up(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

/// A sparse memory file of `bytes` zeros. The name shows in /proc/PID/maps only.
Result<Descriptor> create_memory_file(const char* name, size_t bytes);

/// Opens descriptor `fd` of process `pid` by /proc; works across forks and within one user and process name
/// space.
Result<Descriptor> open_descriptor_of(int pid, int fd);

/// Where another process finds a memory file: descriptor `descriptor` of `process`. The inode tells whether
/// that is the file that was meant, since a process number means another process in another name space.
struct FileAddress {
    int32_t process;
    int32_t descriptor;
    uint64_t inode;
};
FileAddress address_of(int descriptor);
/// The owner keeps the file open until this has returned everywhere.
Result<Descriptor> open_file(const FileAddress& address);

/// A range of addresses, unmapped at the end of its life.
class Mapping {
  public:
    Mapping() = default;
    Mapping(void* address, size_t bytes) : address_(static_cast<char*>(address)), bytes_(bytes) {}
    Mapping(Mapping&& other) noexcept
        : address_(std::exchange(other.address_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
    Mapping& operator=(Mapping&& other) noexcept {
        std::swap(address_, other.address_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~Mapping() {
        if (address_) ::munmap(address_, bytes_);
    }

    char* address() const { return address_; }
    size_t bytes() const { return bytes_; }
    bool valid() const { return address_ != nullptr; }

  private:
    char* address_ = nullptr;
    size_t bytes_ = 0;
};

/// Addresses without memory behind them, to place mappings in. Begins at a multiple of `alignment`, a power
/// of two. Costs nothing but address space.
Result<Mapping> reserve(size_t bytes, size_t alignment = 1);

/// Private zeros, committed where they are touched.
Result<Mapping> map_zeros(size_t bytes);

/// Shared mapping of a memory file, anywhere.
Result<Mapping> map_shared(int fd, size_t bytes);

/// Shared mapping of [offset, offset + bytes) of `fd` at `address`, which lies in a reserved range; the range
/// keeps ownership.
Status map_shared_at(void* address, int fd, size_t offset, size_t bytes);

/// Takes the memory of a placed mapping away again, the addresses stay reserved.
Status unmap_at(void* address, size_t bytes);

/// Whether addresses of the whole range are mapped, accessible or not.
bool is_mapped(const void* address, size_t bytes);

/// Bytes that can still be committed: the least of MemAvailable and what the control groups above this
/// process leave.
size_t available_memory();

}  // namespace omni::os
