// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Init, finalize, global exit.
#include "runtime/lifecycle.h"

#include <signal.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "base/error.h"
#include "base/log.h"
#include "control/report.h"

namespace omni::runtime {

namespace {

/// A life of the library: from the first init to the finalize that takes the last one back.
struct Life {
    std::unique_ptr<Runtime> runtime;
    InitRequest request;
    int count = 0;
};

std::mutex mutex;                 // of the process's life
Life* life_of_process = nullptr;  // never deleted while live, so that finalize works from atexit handlers
thread_local Life* life_of_thread =
    nullptr;  // a thread that ends without finalize leaks its PE: peers may still use its heap

Result<const Options*> options() {
    static Result<Options>* read = new Result<Options>(read_options());
    if (!read->ok()) return error(read->status().code(), "%s", read->status().text());
    return &**read;
}

Result<std::unique_ptr<bootstrap::Bootstrap>> choose(const InitRequest& request) {
    switch (request.way) {
        case InitRequest::Way::thread:
            return bootstrap::start_as_thread(request.rank, request.size);
        case InitRequest::Way::unique_id:
            return error(Code::not_supported, "start by unique id");
        case InitRequest::Way::environment:
            break;
    }
    return bootstrap::launcher_is_present() ? bootstrap::start_by_launcher() : bootstrap::start_alone();
}

/// The handler's way out: the first PE with an error says it, the others end without a word.
void end_on_error(const char* function, const Status& status) {
    const std::string cause = format("%s: %s", function, status.text());
    Runtime* runtime = current();
    if (!runtime || runtime->member().segment->end_job(runtime->pe().me, 1, cause))
        log::write_error(function, status);
    end_job(1, cause);
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

void prepare_process(const Options& options) {
    static std::once_flag once;
    std::call_once(once, [&] {
        if (options.ERROR_MODE == "return") set_error_mode(ErrorMode::return_to_caller);
        set_fatal_hook(end_on_error);
        offer_report();
        warn_about_misspelt();
    });
}

Result<std::unique_ptr<Life>> begin(const InitRequest& request) {
    auto chosen_options = options();
    if (!chosen_options.ok()) return std::move(chosen_options).status();
    prepare_process(**chosen_options);
    auto way = choose(request);
    if (!way.ok()) return std::move(way).status();
    auto runtime = Runtime::start(std::move(*way), **chosen_options);
    if (!runtime.ok()) return std::move(runtime).status();
    return std::make_unique<Life>(Life{std::move(*runtime), request, 1});
}

Status init_again(Life& life, const InitRequest& request) {
    if (request.way != InitRequest::Way::environment && request != life.request)
        return error(
            Code::invalid_value,
            "the library is initialised with other arguments: finalize it first, or ask for the same "
            "ranks, size and unique id. The running job is unharmed");
    ++life.count;
    return {};
}

Status init_thread(const InitRequest& request) {
    if (life_of_thread) return init_again(*life_of_thread, request);
    auto life = begin(request);
    if (!life.ok()) return std::move(life).status();
    life_of_thread = life->release();
    ops::set_pe_of_thread(&life_of_thread->runtime->pe());
    return {};
}

Status init_process(const InitRequest& request) {
    std::lock_guard lock(mutex);
    if (life_of_process) return init_again(*life_of_process, request);
    auto life = begin(request);
    if (!life.ok()) return std::move(life).status();
    life_of_process = life->release();
    ops::set_pe_of_process(&life_of_process->runtime->pe());
    return {};
}

/// Every finalize is a barrier; the last one ends the life.
Status finalize_life(Life*& life, void (*set_pe)(ops::Pe*)) {
    if (Status status = life->runtime->stop(); !status.ok()) return status;
    if (--life->count > 0) return {};
    set_pe(nullptr);
    delete std::exchange(life, nullptr);
    return {};
}

}  // namespace

Status init(const InitRequest& request) {
    return life_of_thread || request.way == InitRequest::Way::thread ? init_thread(request)
                                                                     : init_process(request);
}

Status finalize() {
    if (life_of_thread) return finalize_life(life_of_thread, ops::set_pe_of_thread);
    std::lock_guard lock(mutex);
    if (!life_of_process)
        return error(Code::invalid_value,
                     "nvshmem_finalize without nvshmem_init: one finalize for each init");
    return finalize_life(life_of_process, ops::set_pe_of_process);
}

Runtime* current() {
    if (life_of_thread) return life_of_thread->runtime.get();
    return life_of_process ? life_of_process->runtime.get() : nullptr;
}

void end_job(int exit_status, const std::string& cause) {
    if (Runtime* runtime = current(); runtime && !runtime->threads()) {
        control::Segment& segment = *runtime->member().segment;
        segment.end_job(runtime->pe().me, exit_status, cause);
        const bool launcher_ends_others = segment.header().launcher.load() != 0;
        for (int pe = 0; pe < segment.pes() && !launcher_ends_others; ++pe)
            if (const int process = pe == runtime->pe().me ? 0 : segment.holder(pe); process > 0)
                ::kill(process, SIGTERM);
    }
    std::fflush(nullptr);
    std::_Exit(exit_status);
}

}  // namespace omni::runtime
