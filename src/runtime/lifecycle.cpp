// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Init and finalize.
#include "runtime/lifecycle.h"

#include <pthread.h>

#include <condition_variable>
#include <cstdlib>
#include <mutex>

#include "base/error.h"
#include "base/log.h"
#include "bootstrap/root.h"
#include "runtime/start.h"

namespace omni::runtime {

namespace {

/// A life of the library: from the first init to the finalize that takes the last one back.
struct Life {
    std::unique_ptr<Runtime> runtime;
    InitRequest request;
    int count = 0;
};

/// The life of the process. Starts and ends are collective and may take long, so they do not hold the mutex
/// but mark the process as busy; other threads wait for them or, where the request differs from the one at
/// work, are refused.
struct Process {
    std::mutex mutex;
    std::condition_variable settled;
    bool busy = false;
    InitRequest pending;  ///< what the start at work asks for
    std::atomic<Life*> life{nullptr};
    int thread_lives = 0;           ///< PEs of this process that are threads
    const void* inherited[2] = {};  ///< in a forked child: what its parent had, unused
};

// Both outlive static destruction, so that finalize works from exit handlers. A thread that ends without
// finalize leaks its PE: peers may still use its heap.
Process* process = new Process;
__thread Life* life_of_thread = nullptr;

/// A forked child is no PE: the memory stays mapped, but the place in the job is its parent's. It may start
/// the library anew.
void forget_life_in_child() {
    Process* fresh = new Process;
    fresh->inherited[0] = process;
    fresh->inherited[1] = life_of_thread;
    process = fresh;
    life_of_thread = nullptr;
    ops::set_pe_of_process(nullptr);
    ops::set_pe_of_thread(nullptr);
    log::set_pe_of_process(-1);
    log::set_pe_of_thread(-1);
}

/// In exit(). A start or an end at work in another thread leaves the mark out.
void note_exit() {
    std::unique_lock lock(process->mutex, std::try_to_lock);
    if (!lock || process->busy || !process->life.load()) return;
    control::Member& member = process->life.load()->runtime->member();
    member.segment->note_exit(member.me);
}

/// What a process needs from its first life on.
void prepare_for_fork_and_exit() {
    ::pthread_atfork(nullptr, nullptr, forget_life_in_child);
    std::atexit(note_exit);
}

Status differs() {
    return error(Code::invalid_value,
                 "the library is initialised with other arguments: finalize it first, or ask for the same "
                 "ranks, size and unique id or communicator. The "
                 "running job is unharmed");
}

Result<std::unique_ptr<Life>> begin(const InitRequest& request) {
    static std::once_flag once;
    std::call_once(once, prepare_for_fork_and_exit);
    auto runtime = start(request);
    if (!runtime.ok()) return std::move(runtime).status();
    return std::make_unique<Life>(Life{std::move(*runtime), request, 1});
}

/// A plain init asks for whatever is there.
bool agrees(const InitRequest& request, const InitRequest& present) {
    return request.way == InitRequest::Way::environment || request == present;
}

Status init_again(Life& life, const InitRequest& request) {
    if (!agrees(request, life.request)) return differs();
    ++life.count;
    return {};
}

/// One PE of the process comes or goes, which is a thread.
Status count_thread_life(int change) {
    std::lock_guard lock(process->mutex);
    if (change > 0 && (process->busy || process->life.load()))
        return error(Code::invalid_value,
                     "this process is a PE: its threads cannot be PEs beside it. Finalize first");
    process->thread_lives += change;
    return {};
}

Status init_thread(const InitRequest& request) {
    if (life_of_thread) return init_again(*life_of_thread, request);
    if (Status status = count_thread_life(+1); !status.ok()) return status;
    auto life = begin(request);
    if (!life.ok()) {
        [[maybe_unused]] const Status uncounted = count_thread_life(-1);
        return std::move(life).status();
    }
    life_of_thread = life->release();
    ops::set_pe_of_thread(&life_of_thread->runtime->pe());
    return {};
}

/// Lets the others in again after a start or an end.
void settle(std::unique_lock<std::mutex>& lock) {
    lock.lock();
    process->busy = false;
    process->settled.notify_all();
}

Status init_process(const InitRequest& request) {
    std::unique_lock lock(process->mutex);
    if (process->busy && !process->life.load() && !agrees(request, process->pending)) return differs();
    process->settled.wait(lock, [] { return !process->busy; });
    if (process->thread_lives > 0)
        return error(Code::invalid_value,
                     "threads of this process are PEs: the process cannot be one beside them, only those "
                     "threads can initialise again");
    if (Life* life = process->life.load()) return init_again(*life, request);
    process->busy = true;
    process->pending = request;
    lock.unlock();
    auto life = begin(request);
    settle(lock);
    if (!life.ok()) return std::move(life).status();
    process->life.store(life->release());
    ops::set_pe_of_process(&current()->pe());
    return {};
}

/// Every finalize is a barrier. Where it fails the job ends in mode exit, which takes the PE as it is; in
/// mode return the PE goes on to end by itself.
Status synchronise(Life& life, bool& ends) {
    Status status = life.runtime->stop();
    ends = (status.ok() || error_mode() == ErrorMode::return_to_caller) && --life.count == 0;
    return status;
}

Status finalize_thread() {
    bool ends = false;
    Status status = synchronise(*life_of_thread, ends);
    if (!ends) return status;
    ops::set_pe_of_thread(nullptr);
    delete std::exchange(life_of_thread, nullptr);
    [[maybe_unused]] const Status uncounted = count_thread_life(-1);
    return status;
}

Status finalize_process() {
    std::unique_lock lock(process->mutex);
    process->settled.wait(lock, [] { return !process->busy; });
    Life* life = process->life.load();
    if (!life)
        return error(Code::invalid_value,
                     "nvshmem_finalize without nvshmem_init: one finalize for each init. Nothing was done");
    process->busy = true;
    lock.unlock();
    bool ends = false;
    Status status = synchronise(*life, ends);
    if (ends) {
        ops::set_pe_of_process(nullptr);
        process->life.store(nullptr);
        delete life;
    }
    settle(lock);
    return status;
}

}  // namespace

Status init(const InitRequest& request) {
    return life_of_thread || request.way == InitRequest::Way::thread ? init_thread(request)
                                                                     : init_process(request);
}

Status finalize() {
    Status status = life_of_thread ? finalize_thread() : finalize_process();
    if (!is_initialized()) bootstrap::drop_idle_roots();
    return status;
}

bool is_initialized() { return life_of_thread || process->life.load(); }

Runtime* current() {
    if (life_of_thread) return life_of_thread->runtime.get();
    Life* life = process->life.load();
    return life ? life->runtime.get() : nullptr;
}

}  // namespace omni::runtime
