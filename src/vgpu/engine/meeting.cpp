// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Barriers of block, warpgroup and warp. A barrier counts the threads that have not returned: whoever is
// waited for and returns instead completes it.
#include <algorithm>
#include <bit>

#include "base/status.h"
#include "vgpu/builtins.h"
#include "vgpu/engine/carrier.h"
#include "vgpu/engine/turn.h"

namespace vgpu {

namespace {

constexpr unsigned kWarpgroupWarps = 4;

/// The lowest `count` bits.
uint32_t low_bits(unsigned count) { return count >= 32 ? ~0u : (1u << count) - 1; }

}  // namespace

// --- block and warpgroup

long Carrier::meet(Barrier& barrier, bool last, const char* name) {
    const uint32_t generation = barrier.generation;
    happens_before(&barrier.result(generation));
    if (last) {
        release(barrier);
    } else {
        wait(&barrier.generation, generation, name);
    }
    happens_after(&barrier.result(generation));
    return barrier.result(generation);
}

long Carrier::meet_block(const Errand& errand, long vote, const char* name) {
    link(current_);
    Barrier& barrier = block_barrier_;
    if (barrier.arrived != 0 && barrier.errand.function != errand.function) report_mixed_barrier(name);
    barrier.errand = errand;
    barrier.votes += vote;
    const bool last = ++barrier.arrived == ring_.size() && unstarted() == 0;
    return meet(barrier, last, name);
}

long Carrier::meet_warpgroup(const Errand& errand, const char* name) {
    link(current_);
    const unsigned group = current_->rank / kWarp / kWarpgroupWarps;
    Barrier& barrier = group_barriers_[group];
    if (barrier.arrived != 0 && barrier.errand.function != errand.function) report_mixed_barrier(name);
    barrier.errand = errand;
    const bool last = ++barrier.arrived == group_expected(group);
    return meet(barrier, last, name);
}

/// Threads of a warpgroup that have not returned.
unsigned Carrier::group_expected(unsigned group) const {
    unsigned threads = 0;
    for (unsigned warp = group * kWarpgroupWarps; warp < (group + 1) * kWarpgroupWarps; ++warp)
        threads += static_cast<unsigned>(std::popcount(alive(warp)));
    return threads;
}

void Carrier::release(Barrier& barrier) {
    long& result = barrier.result(barrier.generation);
    happens_after(&result);
    result = barrier.errand.function ? barrier.errand.run() : barrier.votes;
    happens_before(&result);
    barrier.errand = {};
    barrier.votes = barrier.arrived = 0;
    ++barrier.generation;
    progress();
}

// --- warp

uint32_t Carrier::whole_warp() const {
    const unsigned first = rank() / kWarp * kWarp;
    return low_bits(run_->threads - first);
}

/// Lanes whose threads have not returned.
uint32_t Carrier::alive(unsigned warp) const {
    const unsigned begun = run_->threads - unstarted();
    const unsigned first = warp * kWarp;
    const uint32_t present = low_bits(run_->threads - std::min(run_->threads, first));
    const uint32_t to_come = present & ~low_bits(begun - std::min(begun, first));
    return warps_[warp].live | to_come;
}

WarpMeeting& Carrier::meet_warp(uint32_t mask, uint64_t value, const Errand& errand, const char* name) {
    link(current_);
    const unsigned warp = current_->rank / kWarp, lane = current_->rank % kWarp;
    if (!(mask >> lane & 1))
        fail(cudaErrorLaunchFailure, "%s: the mask 0x%08x lacks the calling lane", name, mask);
    WarpMeeting& meeting = open_meeting(warp, mask, nullptr);
    if (meeting.arrived != 0 && meeting.errand.function != errand.function) report_mixed_barrier(name);
    meeting.errand = errand;
    arrive(meeting, warp, lane, value, name);
    return meeting;
}

/// The lanes that get to this place together. A compiler and a GPU keep lanes together where they can, and
/// programs build on that; here a lane waits until each other lane of the warp has come, returned, or waits
/// for something else.
uint32_t Carrier::converge(const void* place) {
    link(current_);
    const unsigned warp = current_->rank / kWarp;
    WarpMeeting& meeting = open_meeting(warp, alive(warp), place);
    meeting.converging = true;
    arrive(meeting, warp, current_->rank % kWarp, 0, "__activemask");
    const uint32_t lanes = meeting.arrived;
    leave(meeting);
    return lanes;
}

/// Nobody in the block can go on: lanes that wait to converge have done so. False when there are none.
bool Carrier::complete_convergence() {
    for (WarpState& warp : warps_)
        for (WarpMeeting* meeting = warp.meetings; meeting; meeting = meeting->next)
            if (meeting->converging && !meeting->complete) {
                complete(*meeting);
                return true;
            }
    return false;
}

WarpMeeting& Carrier::open_meeting(unsigned warp, uint32_t mask, const void* place) {
    for (WarpMeeting* meeting = warps_[warp].meetings; meeting; meeting = meeting->next)
        if (!meeting->complete && meeting->place == place && (place || meeting->mask == mask))
            return *meeting;
    WarpMeeting& meeting = meetings_.take();
    meeting.mask = mask;
    meeting.place = place;
    meeting.next = warps_[warp].meetings;
    warps_[warp].meetings = &meeting;
    return meeting;
}

void Carrier::arrive(WarpMeeting& meeting, unsigned warp, unsigned lane, uint64_t value, const char* name) {
    meeting.values[lane] = value;
    meeting.arrived |= 1u << lane;
    ++meeting.inside;
    happens_before(&meeting);
    is_complete(meeting, warp) ? complete(meeting) : wait(&meeting.complete, 0, name);
    happens_after(&meeting);
}

bool Carrier::is_complete(const WarpMeeting& meeting, unsigned warp) const {
    return (meeting.mask & alive(warp) & ~meeting.arrived) == 0;
}

void Carrier::complete(WarpMeeting& meeting) {
    happens_after(&meeting);
    if (meeting.errand.function) meeting.result = meeting.errand.run();
    happens_before(&meeting);
    meeting.complete = 1;
    progress();
}

void Carrier::leave(WarpMeeting& meeting) {
    if (--meeting.inside != 0) return;
    WarpMeeting** link = &warps_[current_->rank / kWarp].meetings;
    while (*link != &meeting) link = &(*link)->next;
    *link = meeting.next;
    meetings_.park(meeting);
}

// --- returns

/// The current thread has returned and is unlinked.
void Carrier::release_after_exit() {
    const unsigned others = ring_.size();
    if (others == 0) return;
    if (block_barrier_.arrived == others && unstarted() == 0) return release(block_barrier_);
    const unsigned warp = rank() / kWarp, group = warp / kWarpgroupWarps;
    Barrier& barrier = group_barriers_[group];
    if (barrier.arrived != 0 && barrier.arrived == group_expected(group)) release(barrier);
    while (WarpMeeting* meeting = completed_by_exit(warp)) complete(*meeting);
}

WarpMeeting* Carrier::completed_by_exit(unsigned warp) const {
    for (WarpMeeting* meeting = warps_[warp].meetings; meeting; meeting = meeting->next)
        if (!meeting->complete && is_complete(*meeting, warp)) return meeting;
    return nullptr;
}

}  // namespace vgpu
