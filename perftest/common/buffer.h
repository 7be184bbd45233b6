// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Memory that every PE has: from the heap, or a buffer of the program's own that is registered (--mmap).
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "options.h"

namespace perftest {

class MappedMemory;

class Buffer {
  public:
    /// By all PEs with the same size. There is a guard behind the bytes.
    Buffer(const Options& options, size_t bytes);
    ~Buffer();
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    static constexpr size_t guard = 64;

    void* data() const { return data_; }
    size_t bytes() const { return bytes_; }

    /// Copies between this PE's part and the host, wherever the buffer is.
    std::vector<char> read(size_t bytes) const;
    void write(const std::vector<char>& values);
    /// Every byte of the first ones and of the guard behind them.
    void fill(int value, size_t bytes);

  private:
    size_t bytes_;
    std::unique_ptr<MappedMemory> mapped_;  // where the memory is not of the heap
    void* data_ = nullptr;
};

}  // namespace perftest
