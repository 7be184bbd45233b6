// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Options, and what is done once a process.
#include "runtime/start.h"

#include <signal.h>

#include <mutex>

#include "base/error.h"
#include "base/options.h"
#include "base/text.h"
#include "control/report.h"
#include "runtime/announcement.h"
#include "runtime/end.h"
#include "runtime/ways.h"
#include "stream/work.h"

namespace omni::runtime {

namespace {

Result<ErrorMode> wanted_error_mode(const Options& options) {
    const std::string mode = lower(options.ERROR_MODE);
    if (mode == "exit") return ErrorMode::exit;
    if (mode == "return") return ErrorMode::return_to_caller;
    return error(Code::invalid_value, "NVSHMEM_ERROR_MODE is \"%s\"; the accepted form is exit or return",
                 options.ERROR_MODE.c_str());
}

Status choose_device(const Options& options) {
    const std::string device = lower(options.DEVICE);
    if (device != "auto" && device != "virtual" && device != "cuda")
        return error(Code::invalid_value,
                     "NVSHMEM_DEVICE is \"%s\"; the accepted forms are auto, virtual and cuda",
                     options.DEVICE.c_str());
    cuda::choose(device == "auto"      ? cuda::Choice::automatic
                 : device == "virtual" ? cuda::Choice::virtual_device
                                       : cuda::Choice::driver);
    return {};
}

Result<Faults> wanted_faults(const Options& options) {
    if (options.FAULT.empty()) return Faults();
    auto plan = transport::fault::parse_plan(options.FAULT);
    if (!plan.ok()) return std::move(plan).status();
    return Faults(*plan);
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
        stream::set_up();
        offer_report();
    });
}

}  // namespace

Result<std::unique_ptr<Runtime>> start(const InitRequest& request) {
    const Settings settings = read_settings();
    auto options = read_options(settings);
    if (!options.ok()) return std::move(options).status();
    if (Status status = prepare_log(*options); !status.ok()) return status;
    auto mode = wanted_error_mode(*options);
    if (!mode.ok()) return std::move(mode).status();
    auto faults = wanted_faults(*options);
    if (!faults.ok()) return std::move(faults).status();
    if (Status status = choose_device(*options); !status.ok()) return status;
    prepare_process(*mode);
    auto way = start_bootstrap(request, *options);
    if (!way.ok()) return std::move(way).status();
    auto runtime = Runtime::start(std::move(*way), *options, *faults);
    if (runtime.ok()) announce(**runtime, *options, settings);
    return runtime;
}

Result<std::string> make_unique_id() {
    auto options = read_options();
    if (!options.ok()) return std::move(options).status();
    if (Status status = prepare_log(*options); !status.ok()) return status;
    return bootstrap::make_unique_id(unique_id_rules(*options));
}

}  // namespace omni::runtime
