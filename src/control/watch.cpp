// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Turns of the watch.
#include "control/watch.h"

#include "os/clock.h"

namespace omni::control {

namespace {

/// A look at one place is a system call of 1 us and more: at 128 PEs a look at all takes 0.4 ms.
constexpr int64_t kTurnNs = 20'000'000;

bool is_gone(const Segment& segment, int place) {
    return place == segment.pes() ? segment.launcher_is_gone() : segment.is_dead(place);
}

/// True for one caller a turn. A time far ahead was written by a clock that is not this process's.
bool is_my_turn(SegmentHeader& header) {
    const int64_t now = os::now_ns();
    int64_t due = header.next_watch_ns.load(std::memory_order_relaxed);
    if (now < due && due <= now + kTurnNs) return false;
    return header.next_watch_ns.compare_exchange_strong(due, now + kTurnNs, std::memory_order_relaxed);
}

}  // namespace

int find_dead(const Segment& segment) {
    SegmentHeader& header = segment.header();
    // Looked at again, since another process may have taken the place of the dead one.
    const int known = header.found_dead.load(std::memory_order_relaxed) - 1;
    if (known >= 0 && is_gone(segment, known)) return known;
    if (!is_my_turn(header)) return -1;
    for (int place = 0; place <= segment.pes(); ++place) {
        if (!is_gone(segment, place)) continue;
        header.found_dead.store(place + 1, std::memory_order_relaxed);
        return place;
    }
    return -1;
}

std::string describe_dead(const Segment& segment, int place) {
    if (place == segment.pes()) return "the launcher is dead";
    const ControlPage& page = segment.page(place);
    const int process = page.process.load(std::memory_order_relaxed);
    return page.exiting.load(std::memory_order_acquire)
               ? format("PE %d (process %d) has left the job: it ended without nvshmem_finalize", place,
                        process)
               : format("PE %d (process %d) is dead", place, process);
}

}  // namespace omni::control
