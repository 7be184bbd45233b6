// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// What processes can do to each other, tried with a child.
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>

#include "checks.h"
#include "child.h"
#include "os/futex.h"
#include "os/handover.h"
#include "os/memory.h"
#include "sources.h"

namespace omni::doctor {

namespace {

constexpr double kLimit_s = 10;

/// A child that sleeps until it is killed at the end.
class Sleeper {
  public:
    Sleeper() : number_(::fork()) {
        while (number_ == 0) ::pause();
    }
    ~Sleeper() {
        if (number_ <= 0) return;
        ::kill(number_, SIGKILL);
        ::waitpid(number_, nullptr, 0);
    }
    Sleeper(const Sleeper&) = delete;
    Sleeper& operator=(const Sleeper&) = delete;
    int number() const { return number_; }

  private:
    pid_t number_;
};

Finding look_at_proc() {
    if (line_of("/proc/self/stat").empty())
        return limited("/proc", "cannot be read",
                       "mount -t proc proc /proc: without it no descriptors of others, no reports");
    return works("/proc", "is there");
}

/// PEs open each other's memory files so.
Finding try_descriptors_of_others() {
    auto file = os::create_memory_file("nvshmem-doctor", os::page_size());
    const Sleeper other;
    if (file.ok() && os::open_descriptor_of(other.number(), file->get()).ok())
        return works("/proc/PID/fd", "memory files of other processes can be opened");
    const std::string scope = line_of("/proc/sys/kernel/yama/ptrace_scope");
    return limited("/proc/PID/fd",
                   "memory files of other processes cannot be opened" +
                       (scope.empty() ? std::string() : " (kernel.yama.ptrace_scope is " + scope + ")"),
                   "none is needed: PEs hand them over by sockets, which takes longer at the start");
}

/// The other way to them.
Finding try_handover() {
    const std::string name = format("nvshmem-doctor-%d", ::getpid());
    auto inbox = os::Inbox::open(name, 1);
    Status handed = inbox.ok() ? os::hand_over(name, 1, STDERR_FILENO) : std::move(inbox).status();
    if (handed.ok() && inbox->receive(os::Deadline::in(kLimit_s)).ok())
        return works("handover", "descriptors pass by Unix sockets");
    return limited("handover", handed.text(), "needed only where /proc/PID/fd does not work");
}

int lock(int descriptor, int command, short type) {
    struct flock record = {};
    record.l_type = type;
    record.l_whence = SEEK_SET;
    record.l_len = 1;
    return ::fcntl(descriptor, command, &record) == 0 && record.l_type == type ? 0 : 1;
}

/// A lock that a process takes falls when it ends: that is how a dead PE is known.
Finding try_locks() {
    auto file = os::create_memory_file("nvshmem-doctor", os::page_size());
    const bool taken =
        file.ok() && in_child([&] { return lock(file->get(), F_SETLK, F_WRLCK); }, kLimit_s).good();
    if (taken && lock(file->get(), F_SETLK, F_WRLCK) == 0)
        return works("record locks", "fall with the process that holds them");
    return fails("record locks", "do not work on memory files",
                 "run on a kernel that has POSIX record locks");
}

/// Sleeps in a child, wakes it from here.
Finding try_futex() {
    auto file = os::create_memory_file("nvshmem-doctor", os::page_size());
    if (!file.ok()) return fails("futex", file.status().text(), "see memory files");
    auto memory = os::map_shared(file->get(), os::page_size());
    if (!memory.ok()) return fails("futex", memory.status().text(), "see memory files");
    auto& word = *reinterpret_cast<std::atomic<uint32_t>*>(memory->address());
    const pid_t waker = ::fork();
    if (waker == 0) {
        word.store(1);
        os::futex_wake(word);
        ::_exit(0);
    }
    const bool woken = in_child(
                           [&] {
                               while (word.load() == 0) os::futex_wait(word, 0);
                               return 0;
                           },
                           kLimit_s)
                           .good();
    ::waitpid(waker, nullptr, 0);
    if (woken) return works("futex", "processes sleep and wake each other");
    return fails("futex", "a sleeping process is not woken", "allow the system call futex");
}

Finding try_affinity() {
    cpu_set_t all;
    CPU_ZERO(&all);
    const auto narrow = [&] {
        int first = 0;
        while (first < CPU_SETSIZE && !CPU_ISSET(first, &all)) ++first;
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(first, &one);
        return ::sched_setaffinity(0, sizeof one, &one) == 0 ? 0 : 1;
    };
    if (::sched_getaffinity(0, sizeof all, &all) == 0 && in_child(narrow, kLimit_s).good())
        return works("affinity", "processes can be bound to CPUs");
    return limited("affinity", "processes cannot be bound to CPUs", "nvshmrun --bind none");
}

}  // namespace

Section look_at_processes() {
    return {"Processes",
            {look_at_proc(), try_descriptors_of_others(), try_handover(), try_locks(), try_futex(),
             try_affinity()}};
}

}  // namespace omni::doctor
