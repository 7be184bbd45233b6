// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Where the output of all PEs comes together: standard output or standard error of the launcher. Lines of
// different PEs never mix.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

namespace omni::nvshmrun {

class Poller;

class Outlet {
  public:
    explicit Outlet(int descriptor);

    /// Queues text of one source: whole lines, or in need a part of one. The tag goes in front of each line.
    void put(const void* source, std::string_view tag, std::string_view text);

    /// Queued text waits for a slow reader; sources should not add to it before it has shrunk.
    bool is_full() const { return queue_.size() - written_ > kFull; }
    bool is_empty() const { return written_ == queue_.size(); }
    /// The reader is gone, text is dropped.
    bool is_broken() const { return broken_; }
    /// Why text was dropped, as errno: a full disk, say. 0 when the reader is gone, which is his will.
    int failure() const { return failure_; }
    bool is_terminal() const { return terminal_; }

    void watch(Poller& poller);

  private:
    static constexpr size_t kFull = size_t{1} << 20;

    void put_tagged(std::string_view tag, std::string_view text);
    void write_some();
    std::string_view next_chunk() const;

    int descriptor_;
    bool terminal_;
    bool broken_ = false;
    int failure_ = 0;
    std::string queue_;
    size_t written_ = 0;                ///< of queue_
    const void* unfinished_ = nullptr;  ///< whose line the queue ends with, if it lacks its end
};

}  // namespace omni::nvshmrun
