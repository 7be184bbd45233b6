// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// How a PE learns who it is and meets the others. Each way to start is one class; the runtime chooses one at
// init and knows no other difference between them.
#pragma once

#include <memory>

#include "control/segment.h"

namespace omni::bootstrap {

/// Most PEs of a job, so that a nonsense number is told from a large job.
inline constexpr int kMostPes = 1 << 20;

class Bootstrap {
  public:
    virtual ~Bootstrap() = default;

    virtual const char* name() const = 0;
    virtual int rank() const = 0;
    virtual int size() const = 0;

    /// Joins the control segment of the job as rank(). Called once; the object lives until the PE has left
    /// the segment.
    virtual Status join(control::Segment*& segment) = 0;
    /// Leaves it again: at the end of finalize, or because the PE could not start.
    virtual void leave(control::Phase how) = 0;

    /// The job ends early with this status: tells a launcher, so that it ends the others with it.
    virtual void end_job([[maybe_unused]] int exit_status) {}

    /// PEs are threads of this process.
    virtual bool threads() const { return false; }
};

/// A job of one PE, for programs started without a launcher.
Result<std::unique_ptr<Bootstrap>> start_alone();

/// From the variables that nvshmrun sets (launcher.h).
bool launcher_is_present();
/// Present, and no other launcher was started by nvshmrun that started this process in turn.
bool launcher_is_nearest();
Result<std::unique_ptr<Bootstrap>> start_by_launcher();

/// PEs as threads of this process: all `size` threads of one job call it with different ranks.
Result<std::unique_ptr<Bootstrap>> start_as_thread(int rank, int size);

}  // namespace omni::bootstrap
