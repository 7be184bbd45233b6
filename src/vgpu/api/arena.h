// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The memory of one device: a range of addresses over one sparse memory file, in which allocations are
// places. One file, so that every allocation can be handed to another process and none costs a descriptor.
#pragma once

#include <map>
#include <set>

#include "os/descriptor.h"
#include "os/memory.h"
#include "vgpu/api/outcome.h"

namespace vgpu::api {

/// Its user has a lock.
class Arena {
  public:
    explicit Arena(size_t bytes) : bytes_(bytes) {}

    static constexpr size_t kAlignment = 512;

    /// Never null; zero bytes become one unit. Fresh memory is zeros.
    Expected<char*> allocate(size_t bytes);
    void release(char* address);

    size_t used() const { return used_; }
    size_t size() const { return bytes_; }
    size_t size_of(char* address) const { return taken_.at(offset_of(address)); }
    bool holds(const void* address) const;
    size_t offset_of(const void* address) const {
        return static_cast<size_t>(static_cast<const char*>(address) - base_.address());
    }
    int file() const { return file_.get(); }

    /// In the child of a fork, where the memory is not mapped: begins anew.
    void forget();

  private:
    Outcome open();
    void give(size_t offset, size_t bytes);
    void take_back(std::map<size_t, size_t>::iterator place);

    size_t bytes_;
    size_t used_ = 0;
    omni::os::Descriptor file_;
    omni::os::Mapping base_;
    std::map<size_t, size_t> free_;                ///< offset -> bytes, no two touch
    std::set<std::pair<size_t, size_t>> by_size_;  ///< (bytes, offset) of the same
    std::map<size_t, size_t> taken_;               ///< offset -> bytes
};

}  // namespace vgpu::api
