// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The agreement between nvshmrun and the PEs that it starts: environment variables. The launcher made
// the control segment and keeps it open; a PE opens it by /proc or, where that is not allowed, by the
// inherited descriptor.
#pragma once

#include <string>

namespace omni::bootstrap {

inline constexpr const char* kRankVariable = "NVSHMRUN_RANK";  ///< 0 .. size - 1
inline constexpr const char* kSizeVariable = "NVSHMRUN_SIZE";
inline constexpr const char* kSegmentVariable =
    "NVSHMRUN_SEGMENT";  ///< PROCESS:DESCRIPTOR:SECRET, the secret as 32 hex digits

/// What other launchers give each process that they start, or each job.
inline constexpr const char* kLaunchersVariables[] = {"PMI_FD",
                                                      "PMI_PORT",
                                                      "PMI_RANK",
                                                      "PMI_ID",
                                                      "PMIX_NAMESPACE",
                                                      "PMIX_RANK",
                                                      "TORCHELASTIC_RUN_ID",
                                                      "SLURM_JOB_ID",
                                                      "SLURM_STEP_ID",
                                                      "SLURM_PROCID"};

/// traces_of_launchers() as nvshmrun saw them. Where a PE sees others, another launcher stands between: it
/// was started by nvshmrun and is the one that counts.
inline constexpr const char* kOuterVariable = "NVSHMRUN_OUTER";
std::string traces_of_launchers();

}  // namespace omni::bootstrap
