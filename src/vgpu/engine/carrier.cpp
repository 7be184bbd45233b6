// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// How the fibers of a block take turns.
#include "vgpu/engine/carrier.h"

#include <sched.h>
#include <time.h>

#include <new>

#include "base/cpu.h"
#include "base/status.h"
#include "vgpu/builtins.h"
#include "vgpu/engine/limits.h"

extern "C" {
VGPU_THREAD_LOCAL uint3 threadIdx;
VGPU_THREAD_LOCAL uint3 blockIdx;
VGPU_THREAD_LOCAL dim3 blockDim;
VGPU_THREAD_LOCAL dim3 gridDim;
VGPU_THREAD_LOCAL vgpuThreadCursor vgpuCursor;
}

namespace vgpu {

namespace {

__thread Carrier* inside_kernel;

uint3 index_in(uint64_t number, const dim3& extent) {
    return {static_cast<unsigned>(number % extent.x), static_cast<unsigned>(number / extent.x % extent.y),
            static_cast<unsigned>(number / extent.x / extent.y)};
}

}  // namespace

Carrier::Carrier() : fibers_(&Carrier::fiber_entry) {}

Carrier& Carrier::mine() {
    static thread_local Carrier carrier;
    return carrier;
}

Carrier* Carrier::inside() { return inside_kernel; }

// --- blocks and threads

void Carrier::carry(GridRun& run) {
    run_ = &run;
    blockDim = run.grid.block;
    gridDim = run.grid.grid;
    while (begin_block()) {
        current_ = fibers_.take();
        if (!current_) throw std::bad_alloc();
        inside_kernel = this;
        vgpu_switch_context(&root_, current_->context);
        inside_kernel = nullptr;
        if (!run.failed()) break;  // nothing was left to begin
        ring_.clear();
        fibers_.reset();
    }
    run_ = nullptr;
}

/// Draws a block; its first thread is then the current one.
bool Carrier::begin_block() {
    uint64_t number;
    if (!run_->draw(number)) return false;
    blockIdx = index_in(number, gridDim);
    threadIdx = vgpuCursor.latest = {0, 0, 0};
    vgpuCursor.ready = run_->threads - 1;
    held_ = 0;
    block_barrier_ = {};
    progress();
    return true;
}

unsigned Carrier::unstarted() const { return held_ + vgpuCursor.ready; }

/// Makes the next thread that has not begun the current one.
bool Carrier::begin_thread() {
    if (unstarted() == 0) return false;
    if (vgpuCursor.ready == 0) --held_, ++vgpuCursor.ready;
    vgpu::next_thread();
    progress();
    threadIdx = vgpuCursor.latest;
    if (ring_.size() == 0) vgpuCursor.ready += held_, held_ = 0;
    return true;
}

/// From now on each return of a thread comes by next_thread().
void Carrier::hold() {
    held_ += vgpuCursor.ready;
    vgpuCursor.ready = 0;
}

void Carrier::link(Fiber* fiber) {
    if (fiber->linked) return;
    hold();
    ring_.append(fiber);
}

bool Carrier::next_thread() {
    release_after_exit(ring_.size() - current_->linked);
    if (current_->linked) ring_.remove(current_);
    return begin_thread() || (ring_.size() == 0 && begin_block());
}

// --- fibers

void Carrier::fiber_entry() { inside_kernel->run_fiber(); }

void Carrier::run_fiber() {
    for (Fiber* self = current_;;) {
        run_->grid.kernel->run(run_->grid.kernel, run_->grid.arguments);
        fibers_.park(self);
        if (ring_.size() == 0) {
            vgpu_switch_context(&self->context, root_);  // nothing is left to begin, and nobody waits
            continue;
        }
        Fiber* next = ready_from(ring_.head());
        if (!next) report_standstill();
        switch_to(next);
    }
}

void Carrier::switch_to(Fiber* fiber) {
    Fiber* self = current_;
    current_ = fiber;
    vgpu_switch_context(&self->context, fiber->context);
    if (Fibers::overflown(self)) fail(cudaErrorHardwareStackError, "stack overflow of a thread");
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

/// Gives way to a thread that has not begun, else to one that can go on. The current one is linked.
bool Carrier::give_way() {
    Fiber* self = current_;
    const uint3 thread = threadIdx;
    Fiber* next = begin_thread() ? fibers_.take() : ready_from(self->next);
    if (!next) return false;
    if (next != self) switch_to(next);
    threadIdx = thread;
    return true;
}

void Carrier::wait(const uint32_t* word, uint32_t seen, const char* name) {
    Fiber* self = current_;
    self->word = word;
    self->seen = seen;
    self->waits_in = name;
    if (!give_way()) report_standstill();
    self->run_always();
}

void Carrier::pause() {
    link(current_);
    const unsigned laps = laps_;
    give_way();
    if (laps_ > laps) back_off();
}

/// As measured for 8 blocks on 2 cores: 6-36 us for a word to go from one to the next, against 6-14 ms of a
/// bare spin.
void Carrier::back_off() {
    constexpr unsigned kPauses = 64, kYields = 32;
    constexpr timespec kSleep{0, 20'000};
    if (run_->failed()) leave_grid();
    if (laps_ <= kPauses) {
        omni::pause();
    } else if (laps_ <= kPauses + kYields) {
        ::sched_yield();
    } else {
        ::nanosleep(&kSleep, nullptr);
    }
}

// --- barriers

long Carrier::meet(long vote, const char* name) {
    link(current_);
    Barrier& barrier = block_barrier_;
    const uint32_t generation = barrier.generation;
    barrier.votes += vote;
    if (++barrier.arrived == ring_.size() && unstarted() == 0) {
        release(barrier);
    } else {
        wait(&barrier.generation, generation, name);
    }
    return barrier.result(generation);
}

long Carrier::meet_once(long (*function)(void*), void* argument, const char* name) {
    block_barrier_.function = function;
    block_barrier_.argument = argument;
    return meet(0, name);
}

void Carrier::release(Barrier& barrier) {
    const long result = barrier.function ? barrier.function(barrier.argument) : barrier.votes;
    barrier.result(barrier.generation) = result;
    barrier.function = nullptr;
    barrier.votes = barrier.arrived = 0;
    ++barrier.generation;
    progress();
}

/// A thread has returned, `alive` others have begun and not returned: whoever waited for it alone goes on.
void Carrier::release_after_exit(unsigned alive) {
    if (alive != 0 && block_barrier_.arrived == alive && unstarted() == 0) release(block_barrier_);
}

// --- faults

void Carrier::fail(cudaError_t code, const std::string& text) {
    run_->fail(code, text + describe());
    leave_grid();
}

/// Drops what is on the stacks of the block: carry() begins them anew.
void Carrier::leave_grid() {
    Context dropped;
    vgpu_switch_context(&dropped, root_);
    __builtin_unreachable();
}

/// Every thread of the block that has not returned waits for another one.
void Carrier::report_standstill() {
    std::string text = "threads of a block wait for each other in different calls";
    fail(cudaErrorLaunchFailure, text);
}

std::string Carrier::describe() const {
    return omni::format(" in kernel %s, block (%u,%u,%u), thread (%u,%u,%u)", run_->grid.kernel->name,
                        blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z);
}

void* Carrier::shared() {
    if (!shared_.valid()) {
        auto mapping = omni::os::map_zeros(kMaxSharedPerBlock + kReservedShared);
        if (!mapping.ok()) throw std::bad_alloc();
        shared_ = std::move(*mapping);
    }
    return shared_.address();
}

}  // namespace vgpu
