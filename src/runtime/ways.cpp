// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The ways by name.
#include "runtime/ways.h"

#include <algorithm>

#include "base/text.h"
#include "bootstrap/ancestors.h"
#include "bootstrap/introduction/introduction.h"

namespace omni::runtime {

namespace {

using Started = Result<std::unique_ptr<bootstrap::Bootstrap>>;
using Introduced = Result<std::unique_ptr<bootstrap::Introduction>>;

/// Introductions as a way to start.
Started meet(Introduced introduction, const Options& options) {
    if (!introduction.ok()) return std::move(introduction).status();
    return bootstrap::start_introduced(std::move(*introduction), unique_id_rules(options));
}

template <Introduced (*introduce)()>
Started introduced_by(const Options& options) {
    if (Status status = bootstrap::check_ancestors(); !status.ok()) return status;
    return meet(introduce(), options);
}

bool never() { return false; }
bool always() { return true; }

struct Way {
    const char* name;
    bool (*is_there)();
    Started (*start)(const Options&);
};

/// In the order in which they are looked for. One launcher often runs under another: the inner ones come
/// first, as far as their traces can tell, so nvshmrun where it is the nearest, torchrun, which starts under
/// srun and mpirun, PMI-1, whose connection ends with its job, then PMIx and Slurm, whose variables live on
/// in all that runs below.
constexpr Way kWays[] = {
    {"nvshmrun", bootstrap::launcher_is_nearest,
     [](const Options&) { return bootstrap::start_by_launcher(); }},
    {"torchrun", bootstrap::torchrun_is_present, introduced_by<bootstrap::introduce_by_torch_variables>},
    {"pmi-1", bootstrap::pmi_is_present, introduced_by<bootstrap::introduce_by_pmi>},
    {"pmix", bootstrap::pmix_is_present, introduced_by<bootstrap::introduce_by_pmix>},
    {"slurm", bootstrap::slurm_is_present, introduced_by<bootstrap::introduce_by_slurm>},
    {"torch-variables", bootstrap::torch_variables_are_present,
     introduced_by<bootstrap::introduce_by_torch_variables>},
    {"mpi", never, introduced_by<bootstrap::introduce_by_mpi_world>},
    {"shmem", never, introduced_by<bootstrap::introduce_by_openshmem>},
    {"alone", always, [](const Options&) { return bootstrap::start_alone(); }},
};

/// Null when there is none.
const Way* find_way(const std::string& name) {
    const Way* way =
        std::find_if(std::begin(kWays), std::end(kWays), [&](const Way& each) { return each.name == name; });
    return way == std::end(kWays) ? nullptr : way;
}

const Way& first_there() {
    return *std::find_if(std::begin(kWays), std::end(kWays), [](const Way& way) { return way.is_there(); });
}

/// "PMI" means what the launcher offers; NVSHMEM_BOOTSTRAP_PMI names one kind of it.
Result<std::string> kind_of_pmi(const Options& options) {
    const std::string kind = lower(options.BOOTSTRAP_PMI);
    if (kind == "auto") return std::string("auto");
    if (kind == "pmi" || kind == "pmi-1") return std::string("pmi-1");
    if (kind == "pmix") return kind;
    return error(Code::invalid_value,
                 "NVSHMEM_BOOTSTRAP_PMI is \"%s\"; the accepted forms are auto, PMI and PMIX (launchers of "
                 "PMI-2 speak "
                 "PMI as well)",
                 options.BOOTSTRAP_PMI.c_str());
}

Status unknown_way(const std::string& name) {
    std::string names = "auto, pmi";
    for (const Way& way : kWays) names += format(", %s", way.name);
    const char* hint = lower(name) == "uid"
                           ? ". Starting by unique id needs no variable, but nvshmemx_init_attr with "
                             "NVSHMEMX_INIT_WITH_UNIQUEID"
                       : lower(name) == "plugin" ? ". There are no plugins here: all ways are built in"
                                                 : "";
    return error(Code::invalid_value, "NVSHMEM_BOOTSTRAP is \"%s\"; the accepted forms are %s%s",
                 name.c_str(), names.c_str(), hint);
}

Started by_environment(const Options& options) {
    std::string name = lower(options.BOOTSTRAP);
    if (name == "pmi" || name == "auto") {
        auto kind = kind_of_pmi(options);
        if (!kind.ok()) return std::move(kind).status();
        name = bootstrap::launcher_is_nearest() ? "nvshmrun" : *kind;
    }
    if (name == "auto") return first_there().start(options);
    const Way* way = find_way(name);
    return way ? way->start(options) : unknown_way(options.BOOTSTRAP);
}

}  // namespace

bootstrap::UniqueIdRules unique_id_rules(const Options& options) {
    bootstrap::UniqueIdRules rules;
    if (options.WAIT_TIMEOUT > 0) rules.limit_s = options.WAIT_TIMEOUT;
    rules.node = options.NODE;
    rules.session = options.BOOTSTRAP_UID_SESSION_ID;
    rules.network = {options.BOOTSTRAP_UID_SOCK_IFNAME, options.BOOTSTRAP_UID_SOCK_FAMILY};
    return rules;
}

Started start_bootstrap(const InitRequest& request, const Options& options) {
    switch (request.way) {
        case InitRequest::Way::thread:
            return bootstrap::start_as_thread(request.rank, request.size);
        case InitRequest::Way::unique_id:
            return bootstrap::start_by_unique_id(request.unique_id, request.rank, request.size,
                                                 unique_id_rules(options));
        case InitRequest::Way::mpi:
            return meet(bootstrap::introduce_by_mpi(request.communicator), options);
        case InitRequest::Way::openshmem:
            return meet(bootstrap::introduce_by_openshmem(), options);
        case InitRequest::Way::environment:
            break;
    }
    return by_environment(options);
}

}  // namespace omni::runtime
