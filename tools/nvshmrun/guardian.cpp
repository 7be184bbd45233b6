// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The guardian's life.
#include "guardian.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/exhaustion.h"
#include "os/clock.h"

namespace omni::nvshmrun {

namespace {

constexpr int kPasses = 500;
constexpr int kEmptyPasses =
    3;  // a process that just executes another program shows no environment for a moment
constexpr int64_t kPauseNs = 10'000'000;
constexpr int64_t kFarewellNs = 1'000'000'000;
constexpr int64_t kFarewellStepNs = 100'000;

bool is_marked(const std::filesystem::path& process, const std::string& mark) {
    std::ifstream file(process / "environ", std::ios::binary);
    const std::string environment{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return environment.find(mark) != std::string::npos;
}

/// The descriptor names the process, so that its number cannot pass to another one between look and kill.
bool kill_if_marked(const std::filesystem::path& process, const std::string& mark) {
    const int number = std::atoi(process.filename().c_str());
    if (number <= 0) return false;
    const os::Descriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, number, 0)));
    if (!handle.valid() || !is_marked(process, mark)) return false;
    return ::syscall(SYS_pidfd_send_signal, handle.get(), SIGKILL, nullptr, 0) == 0;
}

bool kill_all_marked(const std::string& mark) {
    bool found = false;
    std::error_code error;
    for (std::filesystem::directory_iterator process("/proc", error), end; !error && process != end;
         process.increment(error))
        found |= kill_if_marked(process->path(), mark);
    return found;
}

void clean_up(const std::string& mark) {
    int empty = 0;
    for (int pass = 0; pass < kPasses && empty < kEmptyPasses; ++pass) {
        empty = kill_all_marked(mark) ? 0 : empty + 1;
        os::sleep_ns(kPauseNs);
    }
}

/// True when the launcher dismissed the guardian, false when it died.
bool wait_for_launcher(int pipe) {
    char byte;
    ssize_t count;
    do {
        count = ::read(pipe, &byte, 1);
    } while (count < 0 && errno == EINTR);
    return count == 1;
}

[[noreturn]] void guard(int pipe, const std::string& mark) {
    ::setpgid(0, 0);  // a kill of the launcher's group is what it is here for
    sigset_t all;
    ::sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, nullptr);
    ::prctl(PR_SET_NAME, "nvshmrun-guard");
    ::dup2(pipe, 0);
    ::close_range(1, ~0U, 0);  // whoever reads the launcher's output must see its end
    if (!wait_for_launcher(0)) clean_up(mark);
    ::_exit(0);
}

/// A fork whose end sends no SIGCHLD and that a plain wait does not see: the launcher's other children are
/// the job.
pid_t fork_unseen() { return static_cast<pid_t>(::syscall(SYS_clone, 0, nullptr, nullptr, nullptr, 0)); }

/// False when it has not ended in time.
bool reap(pid_t process, int64_t limit_ns) {
    const int64_t end = os::now_ns() + limit_ns;
    pid_t reaped;
    while ((reaped = ::waitpid(process, nullptr, __WALL | WNOHANG)) == 0 && os::now_ns() < end)
        os::sleep_ns(kFarewellStepNs);
    return reaped != 0;
}

}  // namespace

Result<Guardian> Guardian::start(const std::string& mark) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return system_error("cannot make a pipe");
    os::Descriptor its_end(ends[0]), our_end(ends[1]);
    const pid_t process = fork_unseen();
    if (process < 0) return start_error("the guardian", errno);
    if (process == 0) guard(its_end.get(), mark);
    return Guardian(std::move(our_end), process);
}

Guardian::~Guardian() {
    if (!pipe_.valid()) return;
    [[maybe_unused]] const ssize_t written = ::write(pipe_.get(), "", 1);
    if (!reap(process_, kFarewellNs)) ::kill(process_, SIGKILL);  // somebody has stopped it
    reap(process_, kFarewellNs);
}

}  // namespace omni::nvshmrun
