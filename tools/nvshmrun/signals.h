// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The launcher's signals as a descriptor to poll, and signals as words.
#pragma once

#include <signal.h>

#include <string>

#include "base/status.h"
#include "os/descriptor.h"

namespace omni::nvshmrun {

class Signals {
  public:
    /// Blocks every signal that the launcher acts on, and those that terminals and closed pipes send.
    static Result<Signals> block();

    int descriptor() const { return file_.get(); }
    /// The next signal that has come, 0 when there is none.
    int next();
    /// The mask of before, which PEs get back.
    const sigset_t& mask_before() const { return before_; }

  private:
    os::Descriptor file_;
    sigset_t before_;
};

/// "signal 11 (SIGSEGV)"
std::string name_of_signal(int signal);

}  // namespace omni::nvshmrun
