// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Counted init and finalize. The only place that knows where the live Runtime is kept: one a process, or one
// a thread where PEs are threads. Any thread may call at any time; a call waits while another thread starts
// or ends the library.
#pragma once

#include <string>

#include "runtime/runtime.h"

namespace omni::runtime {

/// What an init asks for. Two inits of one life must ask for the same.
struct InitRequest {
    enum class Way { environment, thread, unique_id, mpi, openshmem };
    Way way = Way::environment;
    int rank = -1;
    int size = -1;
    std::string unique_id{};    ///< bytes of the public unique id
    uint64_t communicator = 0;  ///< of MPI, as bootstrap::read_communicator gives it

    bool operator==(const InitRequest&) const = default;
};

/// A failed init leaves nothing behind but its Status; the next one starts anew.
Status init(const InitRequest& request);

/// Takes one init back; the last one ends the PE. Surplus calls are an error without effect.
Status finalize();

/// Whether there is an init to take back for this thread.
bool is_initialized();

/// The live Runtime of this thread or process, or null.
Runtime* current();

}  // namespace omni::runtime
