// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Between fork and exec.
#include "process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/exhaustion.h"
#include "options.h"

namespace omni::nvshmrun {

namespace {

void die_with(pid_t launcher) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != launcher) ::_exit(kLauncherFailed);  // it died before the line above
}

void connect(int from, int to) {
    if (from >= 0) ::dup2(from, to);  // none of them is in 0..2: main() has seen to that
}

[[noreturn]] void report_failed_exec(const char* path) {
    const int why = errno;
    const std::string text = format("nvshmrun: cannot execute %s: %s\n", path, std::strerror(why));
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    ::_exit(why == ENOENT ? kNotFound : kNotExecutable);
}

[[noreturn]] void become(const Start& start, pid_t launcher) {
    ::setpgid(0, 0);
    die_with(launcher);
    if (start.takes_terminal) ::tcsetpgrp(STDIN_FILENO, ::getpid());  // SIGTTOU is still blocked
    connect(start.input, STDIN_FILENO);
    connect(start.output, STDOUT_FILENO);
    connect(start.errors, STDERR_FILENO);
    if (start.kept >= 0) ::fcntl(start.kept, F_SETFD, 0);
    if (start.cpus) ::sched_setaffinity(0, sizeof *start.cpus, start.cpus);
    if (start.open_files) ::setrlimit(RLIMIT_NOFILE, start.open_files);
    if (start.signal_mask) ::sigprocmask(SIG_SETMASK, start.signal_mask, nullptr);
    ::execvpe(start.path, start.words, start.environment);
    report_failed_exec(start.path);
}

}  // namespace

Result<pid_t> start(const Start& start) {
    const pid_t launcher = ::getpid();
    const pid_t process = ::fork();
    if (process < 0) return start_error("a process", errno);
    if (process == 0) become(start, launcher);
    ::setpgid(process, process);  // both sides do it, so that it is done for whoever comes first
    return process;
}

}  // namespace omni::nvshmrun
