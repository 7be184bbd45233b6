// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The processes of the job: signals to them, and their ends.
#pragma once

#include <signal.h>

#include <optional>
#include <vector>

#include "control/segment.h"
#include "process.h"

namespace omni::nvshmrun {

/// How a process ended.
struct End {
    bool by_signal = false;
    int code = 0;  ///< exit status, or the signal
    bool core_dumped = false;

    bool is_failure() const { return by_signal || code != 0; }
    int exit_status() const;
};

class Job {
  public:
    explicit Job(control::Segment segment)
        : segment_(std::move(segment)), processes_(static_cast<size_t>(segment_.pes())) {}

    Status start_pe(int pe, const Start& start);

    /// PEs whose process ended since the last call. Also reaps orphans of the PEs, which the kernel hands to
    /// the launcher.
    std::vector<int> reap();
    int running() const { return running_; }
    /// Whether any process is left, orphans included.
    bool has_processes() const;
    /// A process that is no child of the launcher is a PE: its parent, a script perhaps, ended before it.
    bool has_orphaned_pe() const;

    /// To the process groups of the PEs that run.
    void signal_pes(int signal) const;
    /// To these and to orphans; `guardian` is a child that is no part of the job.
    void signal_all(int signal, pid_t guardian) const;

    int pes() const { return segment_.pes(); }
    pid_t process(int pe) const { return processes_[static_cast<size_t>(pe)].number; }
    /// Null while it runs.
    const End* end(int pe) const;
    control::Segment& segment() { return segment_; }
    const control::Segment& segment() const { return segment_; }

  private:
    struct Process {
        pid_t number = 0;
        std::optional<End> end;
    };

    /// The PE of a running process, -1 if it is none.
    int find(pid_t number) const;

    control::Segment segment_;
    std::vector<Process> processes_;
    int running_ = 0;
};

}  // namespace omni::nvshmrun
