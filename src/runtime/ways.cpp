// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The ways by name.
#include "runtime/ways.h"

#include <algorithm>

#include "bootstrap/introduction/introduction.h"

namespace omni::runtime {

namespace {

using Started = Result<std::unique_ptr<bootstrap::Bootstrap>>;
using Introduced = Result<std::unique_ptr<bootstrap::Introduction>>;

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

Started meet(const Options& options, Introduced introduction) {
    if (!introduction.ok()) return std::move(introduction).status();
    return bootstrap::start_introduced(**introduction, unique_id_rules(options));
}

Started by_what_is_there(const Options&) {
    return bootstrap::launcher_is_present() ? bootstrap::start_by_launcher() : bootstrap::start_alone();
}

struct Way {
    const char* name;
    Started (*start)(const Options&);
};

constexpr Way kWays[] = {
    {"auto", by_what_is_there},
    {"pmi", by_what_is_there},
    {"mpi", [](const Options& options) { return meet(options, bootstrap::introduce_by_mpi_world()); }},
    {"shmem", [](const Options& options) { return meet(options, bootstrap::introduce_by_openshmem()); }},
    {"nvshmrun", [](const Options&) { return bootstrap::start_by_launcher(); }},
    {"alone", [](const Options&) { return bootstrap::start_alone(); }},
};

Status unknown_way(const std::string& name) {
    std::string names;
    for (const Way& way : kWays) names += format(names.empty() ? "%s" : ", %s", way.name);
    const char* hint = lower(name) == "uid"
                           ? ". Starting by unique id needs no variable, but nvshmemx_init_attr with "
                             "NVSHMEMX_INIT_WITH_UNIQUEID"
                       : lower(name) == "plugin" ? ". There are no plugins here: all ways are built in"
                                                 : "";
    return error(Code::invalid_value, "NVSHMEM_BOOTSTRAP is \"%s\"; the accepted forms are %s%s",
                 name.c_str(), names.c_str(), hint);
}

Started by_environment(const Options& options) {
    const std::string name = lower(options.BOOTSTRAP);
    const Way* way =
        std::find_if(std::begin(kWays), std::end(kWays), [&](const Way& each) { return each.name == name; });
    return way == std::end(kWays) ? unknown_way(options.BOOTSTRAP) : way->start(options);
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
            return meet(options, bootstrap::introduce_by_mpi(request.communicator));
        case InitRequest::Way::openshmem:
            return meet(options, bootstrap::introduce_by_openshmem());
        case InitRequest::Way::environment:
            break;
    }
    return by_environment(options);
}

}  // namespace omni::runtime
