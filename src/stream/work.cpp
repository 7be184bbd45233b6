// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "stream/work.h"

#include <map>
#include <memory>
#include <mutex>

#include "base/error.h"
#include "base/log.h"
#include "ops/pe.h"

namespace omni::stream {

namespace {

/// Errors of streams' work and of kernels have nobody to be handed to while the stream's owner is elsewhere.
struct Kept {
    std::mutex mutex;
    std::map<const ops::Pe*, ErrorRecord> first;  ///< of the PE that the work is for
};
Kept& kept() {
    static Kept* kept = new Kept;  // streams may end work while the process ends
    return *kept;
}

void keep_error() {
    if (last_error().code == Code::success) return;
    std::lock_guard lock(kept().mutex);
    kept().first.emplace(ops::self(), last_error());
    clear_last_error();
}

struct Held {
    void (*work)(void*);
    void* argument;
    void (*drop)(void*);
};

void run(void* pointer) {
    const Held& held = *static_cast<Held*>(pointer);
    clear_last_error();
    held.work(held.argument);
    keep_error();
}

void drop(void* pointer) {
    const std::unique_ptr<Held> held(static_cast<Held*>(pointer));
    held->drop(held->argument);
}

void* pe_of_thread() { return ops::detail::pe_of_thread; }

void* install_pe_of_thread(void* pe) {
    void* before = ops::detail::pe_of_thread;
    ops::set_pe_of_thread(static_cast<ops::Pe*>(pe));
    log::set_pe_of_thread(pe ? static_cast<ops::Pe*>(pe)->me : -1);
    return before;
}

}  // namespace

namespace detail {

Status enqueue(cudaStream_t stream, void (*work)(void*), void* argument, void (*drop_work)(void*)) {
    auto device = cuda::device();
    if (!device.ok()) {
        drop_work(argument);
        return std::move(device).status();
    }
    return (*device)->enqueue(stream, run, new Held{work, argument, drop_work}, drop);
}

}  // namespace detail

void set_up() { cuda::set_work_context({pe_of_thread, install_pe_of_thread, keep_error}); }

bool take_error() {
    std::unique_lock lock(kept().mutex);
    const auto error = kept().first.extract(ops::self());
    lock.unlock();
    if (error.empty()) return false;
    record(error.mapped().function, omni::error(error.mapped().code, "%s", error.mapped().text.c_str()));
    return true;
}

}  // namespace omni::stream
