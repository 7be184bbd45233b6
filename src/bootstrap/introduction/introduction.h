// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// PEs that somebody else introduces to each other: a launcher, or a library that runs in them already. All
// that is asked of it is who they are and to carry one text from PE 0 to the others. The text is a unique id,
// so from there on the start is that by unique id: a secret drawn for this start alone, and every check of
// that way.
#pragma once

#include "bootstrap/uid.h"
#include "os/deadline.h"

namespace omni::bootstrap {

class Introduction {
  public:
    virtual ~Introduction() = default;

    virtual const char* name() const = 0;
    virtual int rank() const = 0;
    virtual int size() const = 0;

    /// Collective: replaces `text` by that of PE 0. It has the same length everywhere, at most
    /// kLongestShared.
    virtual Status share(std::string& text, os::Deadline deadline) = 0;
};

inline constexpr size_t kLongestShared = 256;

/// Called by all PEs of the introduction. Each start makes a meeting of its own.
Result<std::unique_ptr<Bootstrap>> start_introduced(Introduction& introduction, const UniqueIdRules& rules);

/// An MPI communicator as a number, for comparing and passing on. `communicator` points at an MPI_Comm of the
/// MPI library that the process has loaded.
Result<uint64_t> read_communicator(const void* communicator);
/// The ranks of a communicator become PEs.
Result<std::unique_ptr<Introduction>> introduce_by_mpi(uint64_t communicator);
/// The ranks of MPI_COMM_WORLD. MPI is initialised when it is not, and finalised at exit then.
Result<std::unique_ptr<Introduction>> introduce_by_mpi_world();
/// An MPI library is loaded, initialised and not finalised.
bool mpi_is_running();

/// The PEs of the OpenSHMEM library that runs in this process.
Result<std::unique_ptr<Introduction>> introduce_by_openshmem();

}  // namespace omni::bootstrap
