// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A thread of the machine that carries blocks out, one at a time. The threads of a block are fibers, created
// lazily: one fiber runs thread after thread as plain calls, and only when one of them waits does the next
// fiber go on with those that have not begun. Fibers never move to another thread of the machine, as
// compilers keep addresses of thread-local variables.
//
// carrier.cpp has blocks, threads and turns, meeting.cpp the barriers, fault.cpp the ways in which a kernel
// fails.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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

    // Barriers of the threads that have not returned. With an errand, all get its value; without, the sum of
    // the votes. All callers of a barrier bring the same errand. `name`, static storage, is for reports.
    long meet_block(const Errand& errand, long vote, const char* name);
    long meet_warpgroup(const Errand& errand, const char* name);

    /// The lanes of `mask` meet and bring a value each; the caller reads what it needs and then calls
    /// leave().
    WarpMeeting& meet_warp(uint32_t mask, uint64_t value, const Errand& errand, const char* name);
    void leave(WarpMeeting& meeting);
    uint32_t converge(const void* place);
    uint32_t whole_warp() const;  ///< the lanes of the current thread's warp

    /// All blocks of the grid; called by one thread of each.
    void meet_grid() {
        happens_before(&run_->threads);
        run_->meet([this] { pause(); });
        happens_after(&run_->threads);
    }
    bool cooperative() const { return run_->grid.cooperative; }

    /// Ends the grid with a fault of the current thread.
    [[noreturn, gnu::format(printf, 3, 4)]] void fail(cudaError_t code, const char* pattern, ...);
    /// The same from a signal handler, which may call little: carry() writes the text.
    [[noreturn]] void fail_by_signal(int signal, const void* address);

    std::string describe() const;  ///< kernel, block and thread
    /// The number of the block at work among those that this thread of the machine has begun, from 1 on.
    uint64_t block_serial() const { return block_serial_; }
    void* shared();
    size_t shared_bytes() const { return run_->grid.shared; }
    unsigned rank() const;  ///< of the current thread in the block

  private:
    Carrier();

    static void fiber_entry();
    [[noreturn]] void run_fiber();
    void run_threads(Fiber* self);

    bool begin_block();
    void forget_meetings();
    bool begin_thread();
    void release_held();
    unsigned unstarted() const;
    void link(Fiber* fiber);
    void unlink(Fiber* fiber);

    void switch_to(Fiber* fiber);
    void enter(Fiber* fiber);
    void return_to_root();
    void forget_stacks();
    Identity identity_of(unsigned rank);
    static void prefetch(const Fiber* fiber);
    Fiber* fresh_fiber();
    Fiber* ready_from(Fiber* first);
    bool give_way();
    void wait(const uint32_t* word, uint32_t seen, const char* name);
    void wait_for_turn();
    void progress() { laps_ = 0; }
    void back_off();
    void watch_over();

    long meet(Barrier& barrier, bool last, const char* name);
    void release(Barrier& barrier);
    unsigned group_expected(unsigned group) const;
    uint32_t alive(unsigned warp) const;
    WarpMeeting& open_meeting(unsigned warp, uint32_t mask, const void* place);
    void arrive(WarpMeeting& meeting, unsigned warp, unsigned lane, uint64_t value, const char* name);
    bool is_complete(const WarpMeeting& meeting, unsigned warp) const;
    void complete(WarpMeeting& meeting);
    bool complete_convergence();
    void release_after_exit();
    WarpMeeting* completed_by_exit(unsigned warp) const;

    [[noreturn]] void leave_grid();
    [[noreturn]] void report_standstill();
    [[noreturn]] void report_overflow();
    [[noreturn]] void report_mixed_barrier(const char* name);
    void report_signal();
    void guard_shared();
    void check_shared();

    GridRun* run_ = nullptr;
    uint64_t block_serial_ = 0;
    Context root_ = nullptr;  ///< carry(), while a fiber runs
    StackBounds root_bounds_ = own_stack();
    [[no_unique_address]] Identity root_identity_ = current_identity();
    std::vector<Identity> identities_;  ///< of the threads of a block, by rank
    Fibers fibers_;
    Fiber* current_ = nullptr;
    Ring ring_;
    unsigned held_ = 0;        ///< threads that have not begun, apart from those of the cursor
    bool has_waited_ = false;  ///< some thread of the block, so that what is below may have been used
    Barrier block_barrier_;
    Barrier group_barriers_[kMaxWarps / 4];
    WarpState warps_[kMaxWarps];
    MeetingPool meetings_;
    unsigned laps_ = 0;  ///< rounds of the ring in which every thread that could run was only waiting
    int64_t waits_since_ = 0;
    int signal_ = 0;  ///< that ended the kernel
    const void* signal_address_ = nullptr;
    omni::os::Mapping shared_;
};

}  // namespace vgpu
