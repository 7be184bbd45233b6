// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Ownership of a file descriptor.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <utility>

namespace omni::os {

/// Owns a descriptor. Never one of 0 to 2: in a program that closed them, what it prints would end in the
/// memory of the job.
class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int fd) : fd_(fd >= 0 && fd <= 2 ? moved_up(fd) : fd) {}
    Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~Descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }

    int get() const { return fd_; }
    bool valid() const { return fd_ >= 0; }
    int release() { return std::exchange(fd_, -1); }

  private:
    static int moved_up(int fd) {
        const int higher = ::fcntl(fd, F_DUPFD_CLOEXEC, 3);
        ::close(fd);
        return higher;
    }

    int fd_ = -1;
};

}  // namespace omni::os
