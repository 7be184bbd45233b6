// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The slow phases of a wait and the reasons to give up.
#include "control/wait.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "base/kernel.h"
#include "base/log.h"
#include "control/dispute.h"
#include "control/report.h"
#include "control/watch.h"
#include "os/clock.h"

namespace omni::control {

namespace {

constexpr int64_t kYieldNs = 200'000;  // then sleep: a waiter must not burn the core that its peer needs
constexpr int64_t kFirstSleepNs = 50'000;
constexpr int64_t kLookNs = 20'000'000;

std::atomic<Interrupt> interrupt{nullptr};

double seconds(int64_t ns) { return static_cast<double>(ns) * 1e-9; }

Activity* claim(ControlPage& page) {
    for (Activity& activity : page.activities) {
        uint32_t free = 0;
        if (activity.used.load(std::memory_order_relaxed) == 0 &&
            activity.used.compare_exchange_strong(free, 1))
            return &activity;
    }
    return nullptr;  // more threads wait than the page shows
}

Status find_missing(const Member& member) {
    if (const int dead = find_dead(*member.segment); dead >= 0)
        return error(Code::internal, "%s", describe_dead(*member.segment, dead).c_str());
    for (int pe = 0; pe < member.n; ++pe)
        if (pe != member.me && member.segment->has_left(pe, member.me))
            return error(Code::internal,
                         "PE %d (process %d) has left the job: it finalized, could not start, or ended "
                         "before nvshmem_init",
                         pe, member.page(pe).process.load(std::memory_order_relaxed));
    return {};
}

}  // namespace

// Where a processor has to be shared, whoever spins keeps it from the one who is waited for: a barrier of 8
// PEs on 2 processors takes 20 us with 40 spins, 16 with 20, 14 with 1 to 5.
int spins_for(const Segment& segment, int threads) {
    return threads <= static_cast<int>(segment.header().cpus) ? 1000 : 4;
}

int64_t longest_sleep_for(const Segment& segment, int threads) {
    const int64_t few = 16 * static_cast<int64_t>(segment.header().cpus);
    return 1'000'000 * std::max<int64_t>(1, (threads + few - 1) / few);
}

SlowWait::SlowWait(Member& member, const WaitInfo& info)
    : member_(member),
      info_(info),
      began_ns_(os::now_ns()),
      next_look_ns_(began_ns_ + kLookNs),
      sleep_ns_(kFirstSleepNs) {}

SlowWait::~SlowWait() {
    if (activity_) activity_->used.store(0, std::memory_order_release);
}

void SlowWait::publish(uint64_t seen) {
    if (!activity_ && !(activity_ = claim(member_.my_page()))) return;
    constexpr auto relaxed = std::memory_order_relaxed;
    Activity& a = *activity_;
    a.version.fetch_add(1, std::memory_order_acq_rel);
    a.kind.store(info_.kind, relaxed);
    a.team.store(info_.team, relaxed);
    a.identity.store(info_.identity, relaxed);
    a.epoch.store(info_.epoch, relaxed);
    a.world_epoch.store(member_.steps_of_world(), relaxed);
    a.offset.store(info_.offset, relaxed);
    a.expected.store(info_.expected, relaxed);
    a.seen.store(seen, relaxed);
    a.since_ns.store(began_ns_, relaxed);
    a.disputed_ns.store(0, relaxed);
    a.call.store(info_.call);
    a.relation.store(info_.relation);
    a.version.fetch_add(1, std::memory_order_release);
}

Status SlowWait::step(uint64_t seen) {
    const int64_t now = os::now_ns();
    const bool in_kernel = kernel::pause();  // its own mix of yields and sleeps
    if (now - began_ns_ < kYieldNs) {
        if (!in_kernel) std::this_thread::yield();
        return {};
    }
    if (!activity_) publish(seen);
    if (now >= next_look_ns_) {
        next_look_ns_ = now + kLookNs;
        publish(seen);
        if (Status status = look_around(seen); !status.ok()) return status;
    }
    if (in_kernel) return {};
    os::sleep_ns(sleep_ns_);
    sleep_ns_ = std::min(member_.policy.longest_sleep_ns, sleep_ns_ + sleep_ns_ / 4);
    return {};
}

Status SlowWait::give_up(Status reason) {
    if (reason.code() != Code::symmetry || !activity_) return reason;
    settle_dispute(member_, info_, *activity_);
    return reason;
}

void set_interrupt(Interrupt ask) { interrupt.store(ask, std::memory_order_relaxed); }

Status SlowWait::look_around(uint64_t seen) {
    const double waited = seconds(os::now_ns() - began_ns_);
    if (report_requested()) log::write_block(describe_job(*member_.segment));
    if (member_.segment->ending())
        return error(Code::internal, "the job is ending: %s", member_.segment->cause().c_str());
    if (Status missing = find_missing(member_); !missing.ok())
        return error(missing.code(), "%s, so this wait cannot end\n%s", missing.text(),
                     describe_job(*member_.segment).c_str());
    if (Status differ = find_dispute(member_, info_, began_ns_); !differ.ok()) return differ;
    if (member_.policy.limit_s > 0 && waited > member_.policy.limit_s)
        return error(Code::internal, "no end after %.1f s (NVSHMEM_WAIT_TIMEOUT); last value seen %llu\n%s",
                     waited, static_cast<unsigned long long>(seen), describe_job(*member_.segment).c_str());
    const Interrupt ask = interrupt.load(std::memory_order_relaxed);
    if (ask && ask() != 0)
        return error(Code::internal, "interrupted by the program (nvshmemx_set_interrupt)");
    if (!reported_ && member_.policy.report_s > 0 && waited > member_.policy.report_s) {
        reported_ = true;
        log::warn("%s has been waiting for %.0f s; NVSHMEM_WAIT_TIMEOUT=SECONDS makes this an error\n%s",
                  info_.call, waited, describe_job(*member_.segment).c_str());
    }
    return {};
}

}  // namespace omni::control
