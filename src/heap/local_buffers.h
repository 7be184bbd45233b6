// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The local buffers that a program has registered. Operations take any memory as their local side, registered
// or not: shared memory has nothing to prepare. What is kept is the contract, so that a program which breaks
// it is told here and not on the first machine with a network.
#pragma once

#include <map>
#include <mutex>

#include "heap/space.h"

namespace omni::heap {

class LocalBuffers {
  public:
    explicit LocalBuffers(const Space& space) : space_(space) {}

    Status add(const void* address, size_t bytes);
    /// `address`: where a registered buffer begins.
    Status remove(const void* address);
    void clear();
    size_t size() const;

  private:
    Status check(uintptr_t begin, size_t bytes) const;
    Status check_free(uintptr_t begin, size_t bytes) const;

    const Space& space_;
    mutable std::mutex mutex_;
    std::map<uintptr_t, size_t> buffers_;  // address -> bytes, disjoint
};

}  // namespace omni::heap
