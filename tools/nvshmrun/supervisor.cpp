// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Phases of the end and what leads into them.
#include "supervisor.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "control/watch.h"
#include "options.h"
#include "os/clock.h"
#include "poller.h"
#include "texts.h"

namespace omni::nvshmrun {

namespace {

constexpr int64_t kNever = std::numeric_limits<int64_t>::max();
constexpr int64_t kSecond = 1'000'000'000;
constexpr int64_t kLookNs = kSecond / 10;  // the flag of the end in the control segment wakes nobody

/// The first that a signal killed, else the first that failed, else -1. A crash comes first, since the
/// failures beside it are those of PEs that noticed it.
int first_failure(const Job& job, const std::vector<int>& ended) {
    const auto by_signal =
        std::find_if(ended.begin(), ended.end(), [&](int pe) { return job.end(pe)->by_signal; });
    if (by_signal != ended.end()) return *by_signal;
    const auto failed =
        std::find_if(ended.begin(), ended.end(), [&](int pe) { return job.end(pe)->is_failure(); });
    return failed == ended.end() ? -1 : *failed;
}

}  // namespace

Supervisor::Supervisor(Job& job, Input& input, Output& output, Signals& signals, pid_t guardian,
                       double timeout_s)
    : job_(job),
      input_(input),
      output_(output),
      signals_(signals),
      guardian_(guardian),
      timeout_s_(timeout_s),
      timeout_ns_(timeout_s > 0 ? os::now_ns() + static_cast<int64_t>(timeout_s * 1e9) : kNever),
      phase_ends_ns_(kNever),
      next_look_ns_(os::now_ns() + kLookNs) {}

int Supervisor::run() {
    while (job_.has_processes() && phase_ != Phase::given_up) go_round();
    output_.finish();
    while (!output_.is_flushed() && phase_ != Phase::given_up) go_round();
    if (const int failure = output_.failure(); failure != 0) report_lost_output(failure);
    return exit_status_.value_or(0);
}

/// As `cat` does, since a file that lacks its end looks like a whole one. A job that failed keeps its status.
void Supervisor::report_lost_output(int failure) {
    output_.say(format("nvshmrun: output of the PEs is lost: %s\n", std::strerror(failure)));
    if (exit_status_.value_or(0) == 0) exit_status_ = kLauncherFailed;
    while (!output_.is_flushed() && phase_ != Phase::given_up) go_round();
}

void Supervisor::abandon(const Status& status) {
    output_.say(format("nvshmrun: %s\n", status.text()));
    end_with(kLauncherFailed, Phase::killing);
}

void Supervisor::go_round() {
    Poller poller;
    poller.add(signals_.descriptor(), POLLIN, [this] {
        while (const int signal = signals_.next()) act_on(signal);
    });
    input_.watch(poller);
    output_.watch(poller);
    poller.wait(poll_limit_ms());
    notice_ends();
    notice_timeout();
    notice_orphans();
    advance();
    look();
}

int Supervisor::poll_limit_ms() const {
    const int64_t next = std::min({next_look_ns_, phase_ends_ns_, timeout_ns_}) - os::now_ns();
    return static_cast<int>(std::max<int64_t>(0, next / 1'000'000 + 1));
}

// ---- What can happen to the job

void Supervisor::notice_ends() {
    const auto ended = job_.reap();
    for (int pe : ended) job_.segment().note_end(pe);
    if (phase_ != Phase::running) return;
    const int failed = first_failure(job_, ended);
    if (failed >= 0 && job_.end(failed)->by_signal) return notice_failure(failed);
    if (job_.segment().ending()) return notice_decision();
    if (failed >= 0) notice_failure(failed);
}

/// The text comes behind all that the PE wrote itself, and in the segment for the PEs that wait for it.
void Supervisor::notice_failure(int pe) {
    const End& end = *job_.end(pe);
    output_.drain();
    job_.segment().end_job(
        pe, end.exit_status(),
        format("PE %d (process %d) is dead, it %s", pe, job_.process(pe), describe_end(end).c_str()));
    if (!interrupted_by_) output_.say(describe_failure(job_, pe));
    end_with(end.exit_status(), Phase::leaving);
}

void Supervisor::notice_decision() {
    const int status = job_.segment().exit_status() & 0xff;
    output_.drain();
    if (status != 0) output_.say(describe_decision(job_, status));
    end_with(status, Phase::leaving);
}

void Supervisor::notice_timeout() {
    if (os::now_ns() < timeout_ns_) return;
    timeout_ns_ = kNever;
    if (phase_ != Phase::running) return;
    show_state(format("no end after %g s (--timeout), which ends the job", timeout_s_));
    job_.segment().end_job(-1, kTimedOut, "the time limit of the job (nvshmrun --timeout) has passed");
    end_with(kTimedOut, Phase::terminating);
}

/// What wakes nobody.
void Supervisor::look() {
    const int64_t now = os::now_ns();
    if (now < next_look_ns_) return;
    next_look_ns_ = now + kLookNs;
    output_.show_prompts();
    notice_deaths();
}

/// A PE may be a grandchild, behind a shell that hides how it ended. At the second look, so that a wrapper
/// that does tell can do so.
void Supervisor::notice_deaths() {
    if (phase_ != Phase::running) return;
    const int dead = control::find_dead(job_.segment());
    const bool is_new = dead != missed_;
    missed_ = dead;
    if (is_new || dead < 0 || dead >= job_.pes()) return;
    const control::ControlPage& page = job_.segment().page(dead);
    const bool is_child = page.process.load() == job_.process(dead);  // whose status says it all
    if (is_child || page.exiting.load(std::memory_order_acquire)) return;
    job_.segment().end_job(dead, kLostPe, control::describe_dead(job_.segment(), dead));
    output_.drain();
    output_.say(describe_loss(job_, dead));
    end_with(kLostPe, Phase::leaving);
}

/// All PEs have ended, something that they started has not. One that is a PE itself goes on.
void Supervisor::notice_orphans() {
    if (phase_ >= Phase::terminating || job_.running() > 0 || !job_.has_processes()) return;
    if (phase_ == Phase::running && job_.has_orphaned_pe()) return;
    enter(Phase::terminating);
}

// ---- The end

void Supervisor::end_with(int exit_status, Phase phase) {
    if (!exit_status_) exit_status_ = exit_status;
    enter(phase);
}

void Supervisor::enter(Phase phase) {
    phase_ = phase;
    switch (phase) {
        case Phase::running:
            break;
        case Phase::leaving:
            phase_ends_ns_ = os::now_ns() + 1 * kSecond;
            break;
        case Phase::terminating:
            job_.signal_all(SIGTERM, guardian_);
            job_.signal_all(SIGCONT, guardian_);
            phase_ends_ns_ = os::now_ns() + 2 * kSecond;
            break;
        case Phase::killing:
            phase_ends_ns_ = os::now_ns() + 5 * kSecond;
            break;
        case Phase::given_up:
            phase_ends_ns_ = kNever;
            break;
    }
}

void Supervisor::advance() {
    if (os::now_ns() >= phase_ends_ns_) enter(static_cast<Phase>(static_cast<int>(phase_) + 1));
    if (phase_ == Phase::killing)
        job_.signal_all(SIGKILL, guardian_);  // again and again: the killed leave orphans
}

// ---- Signals

void Supervisor::act_on(int signal) {
    switch (signal) {
        case SIGINT:
        case SIGTERM:
        case SIGHUP:
            return interrupt(signal);
        case SIGQUIT:
            return show_state("state of the job");
        case SIGTSTP:
            return stop();
        case SIGUSR1:
        case SIGUSR2:
        case SIGCONT:
            return job_.signal_pes(signal);
        default:
            return;  // SIGCHLD: notice_ends() looks anyway
    }
}

void Supervisor::interrupt(int signal) {
    const bool again = signal == SIGINT && interrupted_by_ == SIGINT;
    interrupted_by_ = signal;
    if (!job_.has_processes()) return end_with(kBySignal + signal, Phase::given_up);
    if (again) return end_with(kBySignal + signal, Phase::killing);
    job_.signal_pes(signal);
}

/// Ctrl-Z: the PEs are no members of the launcher's process group, so they must be told.
void Supervisor::stop() {
    job_.signal_pes(SIGSTOP);
    ::raise(SIGSTOP);
}

void Supervisor::show_state(const std::string& headline) {
    output_.drain();
    output_.say("nvshmrun: " + headline + "\n" + describe_state(job_));
}

}  // namespace omni::nvshmrun
