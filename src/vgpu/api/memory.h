// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// All memory that the process has from the device or has told it about: who may be asked what an address is.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "vgpu/api/arena.h"

namespace vgpu::api {

enum class Origin { device, managed, host, registered, mapped, imported, adopted };

struct Range {
    char* begin = nullptr;
    size_t bytes = 0;
    Origin origin = Origin::device;
    int device = 0;
    unsigned flags = 0;  ///< as given to cudaHostAlloc or cudaHostRegister

    char* end() const { return begin + bytes; }
};

const char* name_of(Origin origin);

class Memory {
  public:
    static Memory& get();

    /// Memory of a device: Origin::device or Origin::managed.
    Expected<char*> allocate(int device, size_t bytes, Origin origin);
    /// Gives it back. The caller has waited for all that may use it. An error when `address` is not the begin
    /// of a range of that origin.
    Outcome release(void* address, std::initializer_list<Origin> origins);

    Expected<char*> allocate_host(int device, size_t bytes, unsigned flags);

    /// Memory that others own. An error where a part of it is known already.
    Outcome add(const Range& range, cudaError_t when_known);
    std::optional<Range> find(const void* address);

    size_t used(int device);

    /// For handing memory to other processes: the file and the place of an allocation of a device.
    struct Place {
        int file;
        size_t offset, bytes;
    };
    std::optional<Place> place_of(const void* address);

  private:
    Memory();
    Expected<char*> allocate_locked(int device, size_t bytes, Origin origin);
    Arena& arena(int device);
    void in_child_of_fork();

    std::mutex mutex_;
    std::map<int, std::unique_ptr<Arena>> arenas_;
    std::map<const char*, Range> ranges_;  ///< by begin; no two overlap
};

/// Whether [address, address + bytes) may be accessed as far as is known: memory of devices only within its
/// allocation. `name` is the argument's.
Outcome check_range(const char* name, const void* address, size_t bytes);

}  // namespace vgpu::api
