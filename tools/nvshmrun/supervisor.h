// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The launcher's main loop: passes streams and signals on, notices the first failure, ends the job, and does
// not return before no process of it is left.
#pragma once

#include "input.h"
#include "job.h"
#include "output.h"
#include "signals.h"

namespace omni::nvshmrun {

class Supervisor {
  public:
    Supervisor(Job& job, Input& input, Output& output, Signals& signals, pid_t guardian, double timeout_s);

    /// The job could not be started as a whole: ends what has been started.
    void abandon(const Status& status);

    /// Until the end of the job; its exit status.
    int run();

  private:
    /// Each phase but the first has a time limit, after which the next one begins.
    enum class Phase {
        running,
        leaving,      ///< a PE failed; the others may notice by themselves
        terminating,  ///< they have got SIGTERM
        killing,      ///< they get SIGKILL
        given_up,     ///< a process cannot be killed, or the user does not want to wait for the reader of our
                      ///< output
    };

    void go_round();
    void notice_ends();
    void notice_failure(int pe);
    void notice_decision();
    void notice_timeout();
    void notice_orphans();
    void notice_deaths();
    void look();
    void report_lost_output(int failure);
    void advance();
    void enter(Phase phase);
    void end_with(int exit_status, Phase phase);

    void act_on(int signal);
    void interrupt(int signal);
    void stop();
    void show_state(const std::string& headline);

    int poll_limit_ms() const;

    Job& job_;
    Input& input_;
    Output& output_;
    Signals& signals_;
    pid_t guardian_;
    double timeout_s_;
    int64_t timeout_ns_;  ///< the time of the clock when it has passed
    Phase phase_ = Phase::running;
    int64_t phase_ends_ns_;
    int64_t next_look_ns_;
    int missed_ = -1;         ///< what control::find_dead() found at the last look
    int interrupted_by_ = 0;  ///< the signal with which the user ended the job
    std::optional<int> exit_status_;
};

}  // namespace omni::nvshmrun
