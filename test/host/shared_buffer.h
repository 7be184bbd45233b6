// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Memory of the test program's own that it may register.
#pragma once

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

namespace omni::test {

inline const size_t page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));

/// Whole pages of a memory file, filled with poison; they begin `skipped` bytes inside the file.
class SharedBuffer {
  public:
    explicit SharedBuffer(size_t bytes, size_t skipped = 0)
        : bytes_(bytes), file_(::memfd_create("test-buffer", MFD_CLOEXEC)) {
        EXPECT_EQ(::ftruncate(file_, static_cast<off_t>(skipped + bytes)), 0);
        memory_ = static_cast<char*>(
            ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, static_cast<off_t>(skipped)));
        EXPECT_NE(static_cast<void*>(memory_), MAP_FAILED);
        std::memset(memory_, 0xA5, bytes);
    }
    SharedBuffer(const SharedBuffer&) = delete;
    SharedBuffer& operator=(const SharedBuffer&) = delete;
    ~SharedBuffer() {
        ::munmap(memory_, bytes_);
        close_file();
    }

    void close_file() {
        if (file_ >= 0) ::close(file_);
        file_ = -1;
    }
    char* data() const { return memory_; }
    template <class T>
    T* as() const {
        return reinterpret_cast<T*>(memory_);
    }
    size_t bytes() const { return bytes_; }

  private:
    size_t bytes_;
    int file_;
    char* memory_;
};

}  // namespace omni::test
