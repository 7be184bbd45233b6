// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Finding the program before anything is started, so that a misspelt name is one error and not one a PE.
#pragma once

#include <string>

namespace omni::nvshmrun {

/// Where execvp would find a program.
struct Located {
    std::string path;
    int exit_status = 0;  ///< kNotFound or kNotExecutable when there is none
    std::string problem;  ///< for people, with the cure
};

Located locate(const std::string& name);

}  // namespace omni::nvshmrun
