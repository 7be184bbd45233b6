// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Trying things in a process of their own: whatever a library or a command does, the doctor goes on.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace omni::doctor {

/// How a child ended, and what it wrote to both of its outputs.
struct Told {
    bool in_time = true;
    int exit_status = -1;  ///< -1: killed
    std::string text;

    bool good() const { return in_time && exit_status == 0; }
    std::string first_line() const { return text.substr(0, text.find('\n')); }
};

/// Runs `body` in a forked child; its result is the exit status. What is not through by the limit is killed
/// with all processes of its group.
Told in_child(const std::function<int()>& body, double limit_s);

/// The same for a command; 127 where there is no such program.
Told run(const std::vector<std::string>& words, double limit_s);

}  // namespace omni::doctor
