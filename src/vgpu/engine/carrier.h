// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A thread of the machine that carries blocks out, one at a time. The threads of a block are fibers, created
// lazily: one fiber runs thread after thread as plain calls, and only when one of them waits does the next
// fiber go on with those that have not begun. Fibers never move to another thread of the machine, as
// compilers keep addresses of thread-local variables.
#pragma once

#include <cstdint>
#include <string>

#include "vgpu/engine/barrier.h"
#include "vgpu/engine/grid_run.h"
#include "vgpu/engine/stacks.h"

namespace vgpu {

class Carrier {
  public:
    /// Of the calling thread, made at its first call.
    static Carrier& mine();
    /// The same while the calling thread is inside a kernel, else null.
    static Carrier* inside();

    /// Carries out blocks of the grid until none is left to begin.
    void carry(GridRun& run);

    /// The thread that ran on the current fiber has returned. False when nothing is left to begin here.
    bool next_thread();

    /// Lets others run: a thread of the block where one can, else threads of the machine.
    void pause();

    /// The barrier of the block: returns its result, votes or that of the function.
    long meet(long vote, const char* name);
    long meet_once(long (*function)(void*), void* argument, const char* name);

    /// Ends the grid with a fault of the current thread.
    [[noreturn]] void fail(cudaError_t code, const std::string& text);

    std::string describe() const;
    void* shared();

  private:
    Carrier();

    static void fiber_entry();
    [[noreturn]] void run_fiber();

    bool begin_block();
    bool begin_thread();
    unsigned unstarted() const;
    void hold();
    void link(Fiber* fiber);

    void switch_to(Fiber* fiber);
    Fiber* ready_from(Fiber* first);
    bool give_way();
    void wait(const uint32_t* word, uint32_t seen, const char* name);
    void progress() { laps_ = 0; }
    void back_off();

    void release(Barrier& barrier);
    void release_after_exit(unsigned alive);

    [[noreturn]] void leave_grid();
    [[noreturn]] void report_standstill();

    GridRun* run_ = nullptr;
    Context root_ = nullptr;  ///< carry(), while a fiber runs
    Fibers fibers_;
    Fiber* current_ = nullptr;
    Ring ring_;
    unsigned held_ = 0;  ///< threads that have not begun, apart from those of the cursor
    Barrier block_barrier_;
    unsigned laps_ = 0;  ///< rounds of the ring in which every thread that could run was only waiting
    omni::os::Mapping shared_;
};

}  // namespace vgpu
