// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Reading control pages and making sense of them.
#include "control/report.h"

#include <cinttypes>
#include <vector>

#include "control/activity.h"
#include "os/clock.h"
#include "os/process.h"

namespace omni::control {

namespace {

std::atomic<bool> requested{false};

std::string purpose(const Snapshot& s) {
    switch (s.kind) {
        case WaitKind::memory: {
            const std::string place =
                s.offset == UINT64_MAX ? "a private word" : format("heap+0x%" PRIx64, s.offset);
            return format("%s %s %" PRIu64 ", last seen %" PRIu64, place.c_str(), s.relation, s.expected,
                          s.seen);
        }
        case WaitKind::collective:
            return format("team %d, step %" PRIu64 ", %" PRIu64 " bytes", s.team, s.epoch, s.expected);
        case WaitKind::allocation:
            return format("%" PRIu64 " bytes, allocation %" PRIu64, s.expected, s.epoch);
        case WaitKind::transport:
            return "completion";
    }
    return "";
}

double seconds_since(const Snapshot& s) { return static_cast<double>(os::now_ns() - s.since_ns) * 1e-9; }

const char* condition(const Segment& segment, int pe) {
    switch (segment.page(pe).phase.load(std::memory_order_acquire)) {
        case Phase::absent:
            return "not started";
        case Phase::finalized:
            return "finalized";
        case Phase::failed:
            return "failed";
        case Phase::ended:
            return "ended";
        case Phase::alive:
            break;
    }
    if (segment.is_dead(pe)) return "dead";
    return os::is_stopped(segment.holder(pe)) ? "stopped" : "alive";
}

std::string row(const Segment& segment, int pe, const Snapshot* s) {
    const char* call = s ? s->call : "-";
    const std::string since = s ? format("%8.1f s", seconds_since(*s)) : format("%10s", "-");
    return format("  %4d  %-11s  %-32s  %s  %s\n", pe, condition(segment, pe), call, since.c_str(),
                  s ? purpose(*s).c_str() : "computing");
}

}  // namespace

std::string describe_job(const Segment& segment) {
    std::string text = format("  %4s  %-11s  %-32s  %10s  %s\n", "PE", "state", "waits in", "since", "for");
    for (int pe = 0; pe < segment.pes(); ++pe) {
        const auto waits = activities(segment.page(pe));
        if (waits.empty()) text += row(segment, pe, nullptr);
        for (const Snapshot& wait : waits) text += row(segment, pe, &wait);
    }
    return text;
}

std::string describe_pe(const Segment& segment, int pe) {
    const auto waits = activities(segment.page(pe));
    if (!waits.empty())
        return format("was waiting in %s for %.1f s (%s)", waits[0].call, seconds_since(waits[0]),
                      purpose(waits[0]).c_str());
    switch (segment.page(pe).phase.load(std::memory_order_acquire)) {
        case Phase::absent:
        case Phase::ended:
            return "had not called nvshmem_init";
        case Phase::failed:
            return "could not start the library";
        case Phase::finalized:
            return "had called nvshmem_finalize";
        case Phase::alive:
            break;
    }
    return "was computing, not waiting in any call";
}

bool report_requested() { return requested.exchange(false, std::memory_order_relaxed); }
void request_report() { requested.store(true, std::memory_order_relaxed); }

}  // namespace omni::control
