// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Counted init and finalize, and the end of the job. The only place that knows where the live Runtime is
// kept: one a process, or one a thread where PEs are threads.
#pragma once

#include "runtime/runtime.h"

namespace omni::runtime {

/// What an init asks for. Two inits of one life must ask for the same.
struct InitRequest {
    enum class Way { environment, thread, unique_id };
    Way way = Way::environment;
    int rank = -1;
    int size = -1;
    std::string unique_id;  ///< bytes of the public unique id

    bool operator==(const InitRequest&) const = default;
};

Status init(const InitRequest& request);
/// Takes one init back; the last one ends the PE.
Status finalize();

/// The live Runtime of this thread or process, or null.
Runtime* current();

/// Ends the job from this PE with `exit_status`; `cause` is for people. Does not return.
[[noreturn]] void end_job(int exit_status, const std::string& cause);

}  // namespace omni::runtime
