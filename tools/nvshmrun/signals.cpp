// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Signals by signalfd.
#include "signals.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <cstring>

namespace omni::nvshmrun {

namespace {

constexpr int kActedOn[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT};
constexpr int kUnwanted[] = {SIGPIPE, SIGTTIN,
                             SIGTTOU};  // blocked, the call that would cause them fails or goes on

sigset_t set_of(const auto& signals) {
    sigset_t set;
    ::sigemptyset(&set);
    for (int signal : signals) ::sigaddset(&set, signal);
    return set;
}

}  // namespace

Result<Signals> Signals::block() {
    Signals signals;
    ::signal(SIGCHLD, SIG_DFL);  // if our parent ignores it, the kernel would not tell how PEs end
    const sigset_t acted_on = set_of(kActedOn), unwanted = set_of(kUnwanted);
    ::sigprocmask(SIG_BLOCK, &acted_on, &signals.before_);
    ::sigprocmask(SIG_BLOCK, &unwanted, nullptr);
    signals.file_ = os::Descriptor(::signalfd(-1, &acted_on, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!signals.file_.valid()) return system_error("cannot make a signal descriptor");
    return signals;
}

int Signals::next() {
    signalfd_siginfo info;
    return ::read(file_.get(), &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo) : 0;
}

std::string name_of_signal(int signal) {
    const char* name = ::sigabbrev_np(signal);
    return name ? format("signal %d (SIG%s)", signal, name) : format("signal %d", signal);
}

}  // namespace omni::nvshmrun
