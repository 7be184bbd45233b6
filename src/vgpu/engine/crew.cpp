// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// When threads join a grid, and how they leave it.
#include "vgpu/engine/crew.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <new>

#include "os/clock.h"
#include "os/cpu.h"
#include "os/futex.h"
#include "os/thread.h"
#include "vgpu/engine/carrier.h"
#include "vgpu/engine/hooks.h"
#include "vgpu/engine/limits.h"

namespace vgpu {

namespace {

constexpr int64_t kTick = 200'000;          ///< nanoseconds
constexpr unsigned kTicksToSleep = 25;      ///< without a launch
constexpr unsigned kTicksOfStandstill = 5;  ///< until threads beyond the number of CPUs join
constexpr auto kHelperRests = std::chrono::seconds(1);

}  // namespace

/// Never destroyed: its threads may outlive static objects.
Crew& Crew::get() {
    static Crew* crew = [] {
        ::pthread_atfork(nullptr, nullptr, &Crew::forget_threads);
        return new Crew;
    }();
    return *crew;
}

/// A forked child has none of the threads, and whatever they held is held for ever.
void Crew::forget_threads() { new (&get()) Crew; }

void Crew::watch(GridRun& run) {
    const std::lock_guard lock(mutex_);
    watched_.push_back(&run);
    if (ticker_sleeps_) launches_.notify_one();
    if (ticking_) return;
    auto thread = omni::os::start_thread("vgpu-ticker", [this] { run_ticker(); });
    if (!thread.ok()) return;  // the launching thread carries all out alone
    thread->detach();
    ticking_ = true;
}

void Crew::dismiss(GridRun& run) {
    {
        const std::lock_guard lock(mutex_);
        std::erase(watched_, &run);
        const size_t unanswered = std::erase(calls_, &run);
        run.aboard.fetch_sub(static_cast<uint32_t>(unanswered), std::memory_order_acq_rel);
    }
    while (uint32_t aboard = run.aboard.load(std::memory_order_acquire))
        omni::os::futex_wait(run.aboard, aboard);
}

void Crew::hurry(GridRun& run) {
    if (run.undrawn() == 0) return;
    const std::lock_guard lock(mutex_);
    join(run, run.undrawn());
}

/// Calls threads aboard, no more than the device holds blocks. The mutex is held.
void Crew::join(GridRun& run, uint64_t count) {
    const uint64_t resident =
        uint64_t{kMultiprocessors} *
        static_cast<unsigned>(resident_blocks(run.grid.kernel, run.threads, run.grid.shared));
    const uint64_t called = run.aboard.load(std::memory_order_relaxed) + 1;
    const uint64_t unanswered = static_cast<uint64_t>(std::count(calls_.begin(), calls_.end(), &run));
    count = std::min({count - std::min(count, unanswered), resident - std::min(resident, called)});
    for (; count != 0; --count) {
        if (free_helpers_ <= calls_.size()) {
            auto thread = omni::os::start_thread("vgpu-block", [this] { run_helper(); });
            if (!thread.ok()) return;
            thread->detach();
            ++free_helpers_;
        }
        run.aboard.fetch_add(1, std::memory_order_acq_rel);
        calls_.push_back(&run);
        work_.notify_one();
    }
}

void Crew::run_helper() {
    std::unique_lock lock(mutex_);
    while (work_.wait_for(lock, kHelperRests, [this] { return !calls_.empty(); })) {
        GridRun& run = *calls_.front();
        calls_.pop_front();
        --free_helpers_;
        lock.unlock();
        {
            const InstalledContext context(run.grid.context);
            Carrier::mine().carry(run);
        }
        if (run.aboard.fetch_sub(1, std::memory_order_acq_rel) == 1) omni::os::futex_wake(run.aboard);
        lock.lock();
        ++free_helpers_;
    }
    --free_helpers_;
}

void Crew::run_ticker() {
    for (unsigned quiet = 0;; omni::os::sleep_ns(kTick)) {
        std::unique_lock lock(mutex_);
        quiet = watched_.empty() ? quiet + 1 : 0;
        if (quiet > kTicksToSleep) {
            ticker_sleeps_ = true;
            launches_.wait(lock, [this] { return !watched_.empty(); });
            ticker_sleeps_ = false;
        }
        for (GridRun* run : watched_) join(*run, wanted(*run));
    }
}

/// How many more threads a grid should have, looked at once a tick.
uint64_t Crew::wanted(GridRun& run) {
    static const uint64_t cpus = static_cast<uint64_t>(omni::os::usable_cpus());
    const uint64_t undrawn = run.undrawn();
    run.idle_ticks = undrawn == run.seen_undrawn ? run.idle_ticks + 1 : 0;
    run.seen_undrawn = undrawn;
    if (run.ticks++ == 0) return 0;  // it may have begun a moment ago
    const uint64_t carriers = run.aboard.load(std::memory_order_relaxed) + 1;
    if (carriers < cpus) return std::min(undrawn, cpus - carriers);
    return run.idle_ticks >= kTicksOfStandstill ? std::min(undrawn, carriers) : 0;
}

}  // namespace vgpu
