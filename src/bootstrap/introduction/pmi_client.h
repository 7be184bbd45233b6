// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The client's side of the PMI-1 wire protocol, which MPICH's Hydra and Slurm speak: one line asks, one line
// answers.
#pragma once

#include "bootstrap/introduction/pmi_line.h"
#include "os/deadline.h"
#include "os/descriptor.h"

namespace omni::bootstrap {

class PmiClient {
  public:
    /// At the end of an inherited connection: the launcher knows who holds it.
    PmiClient(os::Descriptor connection, int rank, int size)
        : connection_(std::move(connection)), rank_(rank), size_(size) {}
    /// At the end of a connection that was made anew: `id` is what the launcher calls this process.
    static Result<PmiClient> introduce(os::Descriptor connection, int id, os::Deadline deadline);

    /// Learns the limits and the name of the job's key space.
    Status begin(os::Deadline deadline);
    /// Of this process; visible to the others behind their next barrier.
    Status put(const std::string& key, const std::string& value, os::Deadline deadline);
    Result<std::string> get(const std::string& key, os::Deadline deadline);
    Status barrier(os::Deadline deadline);
    /// Lets the process end without the launcher taking it for a failure.
    Status finalize(os::Deadline deadline);
    /// Asks for the end of all processes; the launcher does not answer.
    Status abort(int exit_status, os::Deadline deadline);

    int rank() const { return rank_; }
    int size() const { return size_; }

  private:
    Result<PmiLine> read(os::Deadline deadline);
    Result<PmiLine> expect(const char* answer, os::Deadline deadline);
    Result<PmiLine> ask(const std::string& request, const char* answer, os::Deadline deadline);

    os::Descriptor connection_;
    int rank_, size_;
    std::string space_;
    int longest_key_ = 0, longest_value_ = 0;
    std::string received_;  ///< behind the last line
    bool broken_ = false;   ///< a wait ended early, so that the next answer may belong to an older question
};

}  // namespace omni::bootstrap
