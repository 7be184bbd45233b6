// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Memory made with CUDA's virtual memory functions, which other processes can map (--mmap).
#pragma once

#include <cuda.h>

#include <cstddef>

#include "options.h"

namespace perftest {

class MappedMemory {
  public:
    /// At least so many bytes of the current device, or of its host's memory with --egm.
    MappedMemory(const Options& options, size_t bytes);
    ~MappedMemory();
    MappedMemory(const MappedMemory&) = delete;
    MappedMemory& operator=(const MappedMemory&) = delete;

    void* data() const { return reinterpret_cast<void*>(address_); }
    size_t bytes() const { return bytes_; }

  private:
    size_t bytes_ = 0;
    CUmemGenericAllocationHandle handle_ = 0;
    CUdeviceptr address_ = 0;
};

}  // namespace perftest
