// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Introduced by variables alone: those of torchrun and of Slurm's srun, which tell each process its rank and
// a word that all have in common, but carry nothing between them.
#include "bootstrap/introduction/introduction.h"
#include "bootstrap/introduction/letterbox.h"
#include "os/environment.h"

namespace omni::bootstrap {

namespace {

struct Ranks {
    const char* launcher;
    int rank, size, machines;
    std::string word;  ///< the same on all PEs of the job, another for each job
};

class ByVariables final : public Introduction {
  public:
    explicit ByVariables(const Ranks& ranks) : ranks_(ranks) {}

    const char* name() const override { return ranks_.launcher; }
    int rank() const override { return ranks_.rank; }
    int size() const override { return ranks_.size; }

    bool may_use_session() const override { return true; }

    Status share(std::string& text, os::Deadline deadline) override {
        if (ranks_.machines > 1)
            return error(Code::not_supported,
                         "PEs are on %d machines, where variables alone carry no secret. Set "
                         "NVSHMEM_BOOTSTRAP_UID_SESSION_ID, or "
                         "start all PEs on one machine",
                         ranks_.machines);
        const Letterbox letterbox(ranks_.word);
        if (ranks_.rank == 0) return letterbox.hand_out(ranks_.size, text, deadline);
        auto fetched = letterbox.fetch(ranks_.rank, text.size(), deadline);
        if (!fetched.ok()) return std::move(fetched).status();
        text = std::move(*fetched);
        return {};
    }

  private:
    Ranks ranks_;
};

Result<std::unique_ptr<Introduction>> introduce(const Ranks& ranks) {
    if (ranks.size >= 1 && ranks.size <= kMostPes && ranks.rank < ranks.size)
        return std::unique_ptr<Introduction>(new ByVariables(ranks));
    return error(Code::invalid_value, "the variables of %s say that this is process %d of %d", ranks.launcher,
                 ranks.rank, ranks.size);
}

/// The variables, each with its value, as one text.
std::string word_of(std::initializer_list<const char*> variables) {
    std::string word;
    for (const char* variable : variables) word += format("%s=%s\n", variable, os::text_in(variable).c_str());
    return word;
}

}  // namespace

bool torch_variables_are_present() {
    return os::number_in("RANK") && os::number_in("WORLD_SIZE") && !os::text_in("MASTER_ADDR").empty() &&
           !os::text_in("MASTER_PORT").empty();
}

bool torchrun_is_present() {
    return !os::text_in("TORCHELASTIC_RUN_ID").empty() && torch_variables_are_present();
}

Result<std::unique_ptr<Introduction>> introduce_by_torch_variables() {
    if (!torch_variables_are_present())
        return error(Code::invalid_value,
                     "RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT are not all set: start with torchrun");
    const int local = os::number_in("LOCAL_WORLD_SIZE").value_or(0), size = *os::number_in("WORLD_SIZE");
    const int machines =
        os::number_in("GROUP_WORLD_SIZE").value_or(local > 0 ? (size + local - 1) / local : 1);
    return introduce(
        {"torchrun", *os::number_in("RANK"), size, machines,
         word_of({"MASTER_ADDR", "MASTER_PORT", "TORCHELASTIC_RUN_ID", "TORCHELASTIC_RESTART_COUNT"})});
}

bool slurm_is_present() {
    return os::number_in("SLURM_PROCID") && !os::text_in("SLURM_STEP_NODELIST").empty() &&
           (os::number_in("SLURM_STEP_NUM_TASKS") || os::number_in("SLURM_NTASKS"));
}

Result<std::unique_ptr<Introduction>> introduce_by_slurm() {
    if (!slurm_is_present())
        return error(Code::invalid_value,
                     "SLURM_PROCID, SLURM_NTASKS and SLURM_STEP_NODELIST are not all set: start with srun");
    const auto tasks = os::number_in("SLURM_STEP_NUM_TASKS");
    const int machines =
        os::number_in("SLURM_STEP_NUM_NODES").value_or(os::number_in("SLURM_NNODES").value_or(1));
    return introduce({"srun", *os::number_in("SLURM_PROCID"), tasks ? *tasks : *os::number_in("SLURM_NTASKS"),
                      machines,
                      word_of({"SLURM_JOB_ID", "SLURM_STEP_ID", "SLURM_STEP_NODELIST", "SLURM_CLUSTER_NAME",
                               "SLURM_RESTART_COUNT", "SLURM_SRUN_COMM_PORT"})});
}

}  // namespace omni::bootstrap
