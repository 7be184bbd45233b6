// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The control segment as an object: making it, joining it, who is alive, and the end of the job.
#pragma once

#include <string>

#include "control/page.h"
#include "os/memory.h"

namespace omni::control {

/// Maps the control segment. Liveness is a POSIX record lock on byte PE of the memory file (byte `pes` for
/// the launcher): the kernel drops it at the end of the process however that comes, it says so across process
/// name spaces, and a fork does not inherit it. Such locks also fall when *any* descriptor of the file is
/// closed, so each process holds exactly one.
class Segment {
  public:
    static Result<Segment> create(int pes);
    static Result<Segment> attach(os::Descriptor file);

    int pes() const { return static_cast<int>(header().pes); }
    int descriptor() const { return file_.get(); }
    SegmentHeader& header() const { return *reinterpret_cast<SegmentHeader*>(memory_.address()); }
    ControlPage& page(int pe) const { return pages()[pe]; }

    /// Claims the place of `pe` for this process; an error when another process holds it.
    Status join(int pe);
    /// The PEs are threads of this process: no locks, since a thread does not die alone. Before anybody
    /// joins.
    void set_threads() { threads_ = true; }
    void join_as_thread(int pe);
    /// Gives the place back: finalized, or failed when the PE could not start.
    void leave(int pe, Phase how);
    Status join_as_launcher();
    /// The launcher saw the process of `pe` end. A PE that had not joined by then will not come.
    void note_end(int pe);

    /// A PE that joined, did not leave, and whose process is gone. A system call.
    bool is_dead(int pe) const;
    /// The process of `pe` called exit(), so that its end is no crash, finalized or not.
    void note_exit(int pe) { page(pe).exiting.store(true, std::memory_order_release); }
    /// A PE that `me` was in the job with and that has left it since, orderly or not.
    bool has_left(int pe, int me) const;
    /// There was a launcher and it is gone.
    bool launcher_is_gone() const;
    /// Process number of the holder of PE `pe` as this process sees it, 0 when there is none.
    int holder(int pe) const;

    /// Starts the end of the job. The first cause wins; later ones are dropped. True for the winner.
    bool end_job(int pe, int exit_status, const std::string& cause);
    bool ending() const { return header().ending.load(std::memory_order_acquire) == 2; }
    int exit_status() const { return header().exit_status.load(std::memory_order_relaxed); }
    int ending_pe() const { return header().ending_pe.load(std::memory_order_relaxed); }
    std::string cause() const;

  private:
    Segment(os::Descriptor file, os::Mapping memory) : file_(std::move(file)), memory_(std::move(memory)) {}

    ControlPage* pages() const {
        return reinterpret_cast<ControlPage*>(memory_.address() + sizeof(SegmentHeader));
    }
    Status lock(int byte, const char* what);
    void appear(int pe);

    os::Descriptor file_;
    os::Mapping memory_;
    bool threads_ = false;
    int mine_ = -1;  ///< the place that this process holds, the PE's or the launcher's
};

}  // namespace omni::control
