// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Options, ways to start, and what is done once a process.
#include "runtime/start.h"

#include <signal.h>

#include <algorithm>
#include <mutex>

#include "base/error.h"
#include "base/options.h"
#include "bootstrap/root.h"
#include "bootstrap/uid.h"
#include "control/report.h"
#include "runtime/end.h"

namespace omni::runtime {

namespace {

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

Result<ErrorMode> wanted_error_mode(const Options& options) {
    const std::string mode = lower(options.ERROR_MODE);
    if (mode == "exit") return ErrorMode::exit;
    if (mode == "return") return ErrorMode::return_to_caller;
    return error(Code::invalid_value, "NVSHMEM_ERROR_MODE is \"%s\"; the accepted form is exit or return",
                 options.ERROR_MODE.c_str());
}

/// SIGUSR1 asks for the job report; a handler that the program installed stays.
void offer_report() {
    struct sigaction present;
    if (::sigaction(SIGUSR1, nullptr, &present) != 0 || present.sa_handler != SIG_DFL) return;
    struct sigaction wanted = {};
    wanted.sa_handler = [](int) { control::request_report(); };
    wanted.sa_flags = SA_RESTART;
    ::sigaction(SIGUSR1, &wanted, nullptr);
}

/// Mode exit is the default, so only the other one is set: the program may have chosen before.
void prepare_process(ErrorMode mode) {
    static std::once_flag once;
    std::call_once(once, [&] {
        if (mode == ErrorMode::return_to_caller) set_error_mode(mode);
        set_fatal_hook(end_on_error);
        offer_report();
    });
}

/// PE 0 speaks for all, as they have the same environment as a rule.
void warn_once(int me) {
    static std::once_flag once;
    if (me == 0) std::call_once(once, warn_about_misspelt);
}

bootstrap::UniqueIdRules unique_id_rules(const Options& options) {
    bootstrap::UniqueIdRules rules;
    if (options.WAIT_TIMEOUT > 0) rules.limit_s = options.WAIT_TIMEOUT;
    rules.node = options.NODE;
    rules.session = options.BOOTSTRAP_UID_SESSION_ID;
    rules.network = {options.BOOTSTRAP_UID_SOCK_IFNAME, options.BOOTSTRAP_UID_SOCK_FAMILY};
    return rules;
}

Result<std::unique_ptr<bootstrap::Bootstrap>> start_by_environment(const Options& options) {
    const std::string way = lower(options.BOOTSTRAP);
    if (way != "auto" && way != "pmi")
        return error(
            Code::not_supported,
            "NVSHMEM_BOOTSTRAP is \"%s\"; this build starts by the launcher or alone (auto), or by unique id "
            "through nvshmemx_init_attr",
            options.BOOTSTRAP.c_str());
    return bootstrap::launcher_is_present() ? bootstrap::start_by_launcher() : bootstrap::start_alone();
}

Result<std::unique_ptr<bootstrap::Bootstrap>> choose(const InitRequest& request, const Options& options) {
    switch (request.way) {
        case InitRequest::Way::thread:
            return bootstrap::start_as_thread(request.rank, request.size);
        case InitRequest::Way::unique_id:
            return bootstrap::start_by_unique_id(request.unique_id, request.rank, request.size,
                                                 unique_id_rules(options));
        case InitRequest::Way::environment:
            break;
    }
    return start_by_environment(options);
}

}  // namespace

Result<std::unique_ptr<Runtime>> start(const InitRequest& request) {
    auto options = read_options();
    if (!options.ok()) return std::move(options).status();
    auto mode = wanted_error_mode(*options);
    if (!mode.ok()) return std::move(mode).status();
    prepare_process(*mode);
    auto way = choose(request, *options);
    if (!way.ok()) return std::move(way).status();
    auto runtime = Runtime::start(std::move(*way), *options);
    if (runtime.ok()) warn_once((*runtime)->pe().me);
    return runtime;
}

Result<std::string> make_unique_id() {
    auto options = read_options();
    if (!options.ok()) return std::move(options).status();
    return bootstrap::make_unique_id(unique_id_rules(*options));
}

}  // namespace omni::runtime
