// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Fork, collect, wait.
#include "child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

#include "os/deadline.h"
#include "os/descriptor.h"

namespace omni::doctor {

namespace {

[[noreturn]] void be_child(int output, const std::function<int()>& body) {
    ::setpgid(0, 0);
    ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
    ::dup2(output, STDOUT_FILENO);
    ::dup2(output, STDERR_FILENO);
    const int exit_status = body();
    std::fflush(nullptr);
    ::_exit(exit_status);
}

/// Reads to the end; false when the deadline came first.
bool collect(int descriptor, os::Deadline deadline, std::string& text) {
    char piece[4096];
    for (;;) {
        pollfd watched{descriptor, POLLIN, 0};
        if (::poll(&watched, 1, deadline.left_ms()) == 0) return false;
        const ssize_t bytes = ::read(descriptor, piece, sizeof piece);
        if (bytes <= 0) return true;
        text.append(piece, static_cast<size_t>(bytes));
    }
}

}  // namespace

Told in_child(const std::function<int()>& body, double limit_s) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return {.text = "cannot make a pipe"};
    std::fflush(nullptr);
    os::Descriptor reading(ends[0]), writing(ends[1]);
    const pid_t child = ::fork();
    if (child < 0) return {.text = "cannot start a process"};
    if (child == 0) be_child(writing.get(), body);
    ::setpgid(child, child);
    writing = os::Descriptor();
    Told told;
    told.in_time = collect(reading.get(), os::Deadline::in(limit_s), told.text);
    if (!told.in_time) ::kill(-child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (WIFEXITED(status)) told.exit_status = WEXITSTATUS(status);
    return told;
}

Told run(const std::vector<std::string>& words, double limit_s) {
    const auto become = [&] {
        std::vector<char*> arguments;
        for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
        arguments.push_back(nullptr);
        ::execvp(arguments[0], arguments.data());
        return 127;
    };
    return in_child(become, limit_s);
}

}  // namespace omni::doctor
