// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// How the threads of a block begin, take turns, and return.
#include "vgpu/engine/carrier.h"

#include <sched.h>

#include <memory>
#include <new>

#include "base/cpu.h"
#include "os/clock.h"
#include "vgpu/builtins.h"
#include "vgpu/engine/crew.h"
#include "vgpu/engine/turn.h"

extern "C" {
VGPU_THREAD_LOCAL uint3 threadIdx;
VGPU_THREAD_LOCAL uint3 blockIdx;
VGPU_THREAD_LOCAL dim3 blockDim;
VGPU_THREAD_LOCAL dim3 gridDim;
VGPU_THREAD_LOCAL vgpuThreadCursor vgpuCursor;
}

namespace vgpu {

namespace {

VGPU_THREAD_LOCAL Carrier* inside_kernel;

uint3 index_in(uint64_t number, const dim3& extent) {
    return {static_cast<unsigned>(number % extent.x), static_cast<unsigned>(number / extent.x % extent.y),
            static_cast<unsigned>(number / extent.x / extent.y)};
}

}  // namespace

Carrier::Carrier() : fibers_(&Carrier::fiber_entry) {}

Carrier& Carrier::mine() {
    // Held by pointer: the room for threads' own data is small where the library is opened late, as by Python
    // after torch.
    static thread_local const std::unique_ptr<Carrier> carrier(new Carrier);
    return *carrier;
}

Carrier* Carrier::inside() { return inside_kernel; }

// --- blocks and threads

void Carrier::carry(GridRun& run) {
    run_ = &run;
    blockDim = run.grid.block;
    gridDim = run.grid.grid;
    guard_shared();
    while (begin_block()) {
        current_ = fibers_.take();
        if (!current_) {
            run.fail(cudaErrorMemoryAllocation, "no memory for the stacks of a block");
            break;
        }
        enter(current_);
        if (!run.failed()) break;  // nothing was left to begin
        if (signal_ != 0) report_signal();
        forget_stacks();
    }
    run_ = nullptr;
}

/// Runs fibers until one comes back by return_to_root() or leave_grid().
void Carrier::enter(Fiber* fiber) {
    void* kept = nullptr;
    inside_kernel = this;
    before_switch(&kept, fiber->bounds());
    vgpu_switch_context(&root_, fiber->context);
    after_switch(kept);
    inside_kernel = nullptr;
}

/// After a fault: what the fibers were doing is dropped.
void Carrier::forget_stacks() {
    ring_.clear();
    fibers_.reset();
    forget_meetings();
    for (Identity identity : identities_) destroy_identity(identity);
    identities_.clear();
}

/// Draws a block; its first thread is then the current one.
bool Carrier::begin_block() {
    uint64_t number;
    if (!run_->draw(number)) return false;
    blockIdx = index_in(number, gridDim);
    threadIdx = vgpuCursor.latest = {0, 0, 0};
    vgpuCursor.ready = 0;
    held_ = run_->threads - 1;
    release_held();
    if (has_waited_) forget_meetings();
    ++block_serial_;
    progress();
    return true;
}

void Carrier::forget_meetings() {
    has_waited_ = false;
    block_barrier_ = {};
    for (Barrier& barrier : group_barriers_) barrier = {};
    for (WarpState& warp : warps_) {
        while (WarpMeeting* meeting = warp.meetings) {
            warp.meetings = meeting->next;
            meetings_.park(*meeting);
        }
        warp.live = 0;
    }
}

unsigned Carrier::rank() const { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }

/// While no thread waits, the next ones begin without a call of the engine.
void Carrier::release_held() {
    if (ring_.size() != 0 || kThreadIdentities) return;
    vgpuCursor.ready += held_;
    held_ = 0;
}

/// Makes the next thread that has not begun the current one.
bool Carrier::begin_thread() {
    if (unstarted() == 0) return false;
    release_held();
    if (vgpuCursor.ready == 0) --held_, ++vgpuCursor.ready;
    threadIdx = vgpuCursor.latest;
    vgpu::next_thread();
    progress();
    return true;
}

/// The thread of the fiber waits for the first time: from now on each return of a thread comes by
/// next_thread().
void Carrier::link(Fiber* fiber) {
    if (fiber->linked) return;
    held_ += vgpuCursor.ready;
    vgpuCursor.ready = 0;
    has_waited_ = true;
    fiber->rank = rank();
    warps_[fiber->rank / kWarp].live |= 1u << fiber->rank % kWarp;
    ring_.append(fiber);
}

void Carrier::unlink(Fiber* fiber) {
    if (!fiber->linked) return;
    warps_[fiber->rank / kWarp].live &= ~(1u << fiber->rank % kWarp);
    ring_.remove(fiber);
}

bool Carrier::next_thread() {
    unlink(current_);
    release_after_exit();
    unlink(current_);  // which may have waited in an errand
    progress();
    if (begin_thread()) return true;
    if (ring_.size() != 0) return false;
    check_shared();
    return begin_block();
}

// --- turns

void Carrier::fiber_entry() { inside_kernel->run_fiber(); }

/// The current thread and those that follow it, up to one that returns when others wait.
void Carrier::run_threads(Fiber* self) {
    become(self->identity = identity_of(rank()));
    happens_after(&run_->grid);
    run_->grid.kernel->run(run_->grid.kernel, run_->grid.arguments);
    happens_before(&run_->blocks);
    happens_before(&block_barrier_.result(block_barrier_.generation));
    become(self->identity = root_identity_);
}

void Carrier::run_fiber() {
    after_switch(nullptr);
    for (Fiber* self = current_;;) {
        do run_threads(self);
        while (kThreadIdentities && next_thread());
        if (Fibers::overflown(self)) report_overflow();
        fibers_.park(self);
        if (ring_.size() == 0) {
            return_to_root();  // nothing is left to begin, and nobody waits
            continue;
        }
        Fiber* next = nullptr;
        while (!(next = ready_from(ring_.head())))
            if (!complete_convergence()) report_standstill();
        switch_to(next);
    }
}

void Carrier::return_to_root() {
    void* kept = nullptr;
    before_switch(&kept, root_bounds_);
    vgpu_switch_context(&current_->context, root_);
    after_switch(kept);
}

/// Of the thread with this rank; one for all where nobody asks.
Identity Carrier::identity_of(unsigned rank) {
    if (!kThreadIdentities) return root_identity_;
    while (identities_.size() <= rank) identities_.push_back(make_identity());
    return identities_[rank];
}

/// The first fiber of the ring, from `first` on, whose thread can go on; null when all wait for each other.
Fiber* Carrier::ready_from(Fiber* first) {
    Fiber* fiber = first;
    do {
        if (fiber == ring_.head()) ++laps_;
        if (fiber->ready()) return fiber;
        fiber = fiber->next;
    } while (fiber != first);
    return nullptr;
}

Fiber* Carrier::fresh_fiber() {
    if (Fiber* fiber = fibers_.take()) {
        fiber->identity = root_identity_;  // until its thread begins
        return fiber;
    }
    fail(cudaErrorMemoryAllocation, "no memory for the stacks of its block");
}

/// Gives way to a thread that has not begun, else to one that can go on. The current one is linked.
bool Carrier::give_way() {
    Fiber* self = current_;
    const uint3 thread = threadIdx;
    Fiber* next = begin_thread() ? fresh_fiber() : ready_from(self->next);
    if (!next) return false;
    if (next != self) switch_to(next);
    threadIdx = thread;
    return true;
}

/// wait(), where the next fiber of the ring cannot go on.
void Carrier::wait_for_turn() {
    while (!current_->ready())
        if (!give_way() && !complete_convergence()) report_standstill();
}

void Carrier::pause() {
    link(current_);
    const unsigned laps = laps_;
    give_way();
    if (laps_ > laps) back_off();
}

/// After a round of the ring in which nobody got further. As measured for 8 blocks on 2 cores: 6-36 us for a
/// word to go from one to the next, against 6-14 ms of a bare spin.
void Carrier::back_off() {
    constexpr unsigned kPauses = 64, kYields = 32, kConvergence = 8;
    constexpr int64_t kSleep = 20'000;
    if (laps_ == kConvergence && complete_convergence()) return;
    if (laps_ <= kPauses) return omni::pause();
    if (laps_ == kPauses + kYields / 2) Crew::get().hurry(*run_);
    if (run_->failed()) leave_grid();
    if (laps_ <= kPauses + kYields) {
        ::sched_yield();
    } else {
        watch_over();
        omni::os::sleep_ns(kSleep);
    }
}

}  // namespace vgpu
