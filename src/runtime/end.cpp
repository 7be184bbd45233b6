// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Ending the other PEs, then this one.
#include "runtime/end.h"

#include <signal.h>

#include <cstdio>
#include <cstdlib>

#include "base/log.h"
#include "os/deadline.h"
#include "runtime/lifecycle.h"

namespace omni::runtime {

namespace {

constexpr double kDeclaring = 0.1;     // seconds, for the first to write down what it says
constexpr double kByThemselves = 0.2;  // a waiting PE looks around every 20 ms
constexpr double kAfterSigterm = 2;
constexpr int64_t kLook = 5'000'000;

bool others_are_there(const control::Segment& segment, int me) {
    for (int pe = 0; pe < segment.pes(); ++pe)
        if (pe != me && segment.holder(pe) != 0) return true;
    return false;
}

void await_others(const control::Segment& segment, int me, os::Deadline deadline) {
    while (others_are_there(segment, me) && !deadline.passed()) os::sleep_ns(kLook);
}

/// Those of other process name spaces cannot be reached; they end at their next wait.
void signal_others(const control::Segment& segment, int me, int signal) {
    for (int pe = 0; pe < segment.pes(); ++pe)
        if (const int process = pe == me ? 0 : segment.holder(pe); process > 0) ::kill(process, signal);
}

void end_others(const control::Segment& segment, int me) {
    await_others(segment, me, os::Deadline::in(kByThemselves));
    signal_others(segment, me, SIGTERM);
    await_others(segment, me, os::Deadline::in(kAfterSigterm));
    signal_others(segment, me, SIGKILL);
}

/// True for the thread that is the first in the job to end it.
bool declare(const char* text, int exit_status) {
    Runtime* runtime = current();
    return !runtime || runtime->member().segment->end_job(runtime->pe().me, exit_status, text);
}

/// Another thread of this process is at it.
[[noreturn]] void await_end() {
    for (;;) os::sleep_ns(1'000'000'000);
}

[[noreturn]] void leave(int exit_status) {
    std::fflush(stdout);  // not all streams: another thread may hold one, as when it reads standard input
    std::_Exit(exit_status);
}

[[noreturn]] void finish_first(int exit_status) {
    std::fflush(stdout);
    Runtime* runtime = current();
    if (!runtime || runtime->threads()) leave(exit_status);  // PEs that are threads end with their process
    const control::Segment& segment = *runtime->member().segment;
    runtime->bootstrap().end_job(exit_status);
    if (segment.header().launcher.load() == 0) end_others(segment, runtime->pe().me);
    leave(exit_status);
}

[[noreturn]] void finish_later(int exit_status) {
    const control::Segment& segment = *current()->member().segment;
    for (const auto soon = os::Deadline::in(kDeclaring); !segment.ending() && !soon.passed();)
        os::sleep_ns(kLook);
    if (current()->threads() || segment.ending_pe() == current()->pe().me) await_end();
    leave(segment.ending() ? segment.exit_status() : exit_status);
}

[[noreturn]] void finish(bool first, int exit_status) {
    first ? finish_first(exit_status) : finish_later(exit_status);
}

}  // namespace

void end_job(int exit_status, const std::string& cause) {
    finish(declare(cause.c_str(), exit_status), exit_status);
}

void end_on_error(const char* function, const Status& status) {
    const std::string cause = format("%s: %s", function, status.text());
    const bool first = declare(cause.c_str(), 1);
    if (first) log::write_error(function, status);
    finish(first, 1);
}

}  // namespace omni::runtime
