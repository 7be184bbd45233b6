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

    /// Whether NVSHMEM_BOOTSTRAP_UID_SESSION_ID may name the place to meet, so that nothing has to be
    /// carried.
    virtual bool may_use_session() const { return false; }

    /// Collective: replaces `text` by that of PE 0. It has the same length everywhere, at most
    /// kLongestShared.
    virtual Status share(std::string& text, os::Deadline deadline) = 0;

    /// As Bootstrap::end_job.
    virtual void end_job([[maybe_unused]] int exit_status) {}
};

inline constexpr size_t kLongestShared = 256;

/// Called by all PEs of the introduction. Each start makes a meeting of its own.
Result<std::unique_ptr<Bootstrap>> start_introduced(std::unique_ptr<Introduction> introduction,
                                                    const UniqueIdRules& rules);

// ---- Who introduces. `..._is_present`: the environment shows that this launcher started the process.

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

/// A launcher that speaks PMI-1. Where MPI runs in the process the connection is MPI's, and MPI introduces.
bool pmi_is_present();
Result<std::unique_ptr<Introduction>> introduce_by_pmi();
/// Asks the launcher of PMI-1, where there is one, to end all its processes with this status.
void end_job_by_pmi(int exit_status);

bool pmix_is_present();
Result<std::unique_ptr<Introduction>> introduce_by_pmix();

/// Variables alone: torchrun's, or the four of them that scripts set in its manner.
bool torchrun_is_present();
bool torch_variables_are_present();
Result<std::unique_ptr<Introduction>> introduce_by_torch_variables();

/// Variables alone: those of a job step of Slurm.
bool slurm_is_present();
Result<std::unique_ptr<Introduction>> introduce_by_slurm();

}  // namespace omni::bootstrap
