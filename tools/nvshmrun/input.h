// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Standard input of the job. It is PE 0's alone; the others read from /dev/null.
#pragma once

#include <string>

#include "base/status.h"
#include "os/descriptor.h"

namespace omni::nvshmrun {

class Poller;

/// PE 0 inherits the launcher's input as it is, so that nothing is read that PE 0 does not want: a shell loop
/// that feeds on the same input keeps the rest. Only a terminal is read here and passed on by a pipe, since
/// PE 0 is in the background of it.
class Input {
  public:
    /// `for_pe_0` false: a debugger takes it, PE 0 reads from /dev/null as well.
    static Result<Input> open(bool for_pe_0);

    /// What `pe` gets as descriptor 0; -1: the launcher's own.
    int end_for(int pe) const;
    /// To be called when all PEs have started, so that the pipe ends with PE 0.
    void close_ends();

    void watch(Poller& poller);

  private:
    void read_terminal();
    void write_pipe();

    bool inherits_ = false;
    os::Descriptor nothing_;  // /dev/null
    os::Descriptor pipe_;     // to PE 0
    os::Descriptor pes_end_;  // of that pipe
    std::string text_;        // read, to be written
};

}  // namespace omni::nvshmrun
