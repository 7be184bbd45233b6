// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The terminal on descriptor 0, which a debugger may borrow.
#pragma once

#include <termios.h>
#include <unistd.h>

namespace omni::nvshmrun {

/// Whether descriptor 0 is a terminal and this process may read from it. A background job must not: the shell
/// does.
inline bool is_foreground() { return ::tcgetpgrp(STDIN_FILENO) == ::getpgrp(); }

/// Takes foreground and settings of the terminal on descriptor 0 back, however the borrower left them.
class Terminal {
  public:
    Terminal() : is_ours_(is_foreground()) { ::tcgetattr(STDIN_FILENO, &settings_); }
    ~Terminal() {
        if (!is_ours_) return;
        ::tcsetpgrp(STDIN_FILENO, ::getpgrp());
        ::tcsetattr(STDIN_FILENO, TCSANOW, &settings_);
    }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

  private:
    bool is_ours_;
    termios settings_ = {};
};

}  // namespace omni::nvshmrun
