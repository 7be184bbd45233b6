// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the command line asks for.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace omni::nvshmrun {

/// Exit statuses that the launcher gives by itself; docs/launcher.md lists all of them.
inline constexpr int kLostPe = 1;  ///< a PE died behind a shell, so that its status is not known
inline constexpr int kTimedOut = 124;
inline constexpr int kLauncherFailed = 125;
inline constexpr int kNotExecutable = 126;
inline constexpr int kNotFound = 127;
inline constexpr int kBySignal = 128;  ///< plus the signal

/// One program of the job with its PEs; programs of one command line are separated by ":".
struct Program {
    int pes = 1;
    std::vector<std::string> words;        ///< name and arguments
    std::vector<std::string> environment;  ///< NAME=VALUE, on top of what the launcher itself has
};

enum class Binding {
    share,  ///< each PE gets an equal share of the cores
    core,   ///< each PE gets one core
    none,
};

struct Options {
    std::vector<Program> programs;
    bool tag_output = false;
    double timeout_s = 0;  ///< 0: no limit
    Binding binding = Binding::share;
    int gdb_pe = -1;  ///< -1: none

    int pes() const;
};

/// The options, or the exit status when the command line asks for a text only (help, version) or is wrong;
/// that text has been written then.
std::variant<Options, int> parse(int count, char** words);

}  // namespace omni::nvshmrun
