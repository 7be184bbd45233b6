// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// nvshmrun -n N PROGRAM [ARGUMENT...]: starts N processes as the PEs of one job.
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "bootstrap/launcher.h"
#include "control/segment.h"

using namespace omni;

static void become_pe(const control::Segment& segment, int pe, char** program) {
    const control::SegmentHeader& header = segment.header();
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::fcntl(segment.descriptor(), F_SETFD, 0);
    ::setenv(bootstrap::kRankVariable, std::to_string(pe).c_str(), 1);
    ::setenv(bootstrap::kSizeVariable, std::to_string(segment.pes()).c_str(), 1);
    const std::string place = format("%d:%d:%016" PRIx64 "%016" PRIx64, ::getppid(), segment.descriptor(), header.secret[0], header.secret[1]);
    ::setenv(bootstrap::kSegmentVariable, place.c_str(), 1);
    ::execvp(program[0], program);
    std::perror(program[0]);
    ::_exit(127);
}

int main(int count, char** words) {
    if (count < 4 || (std::strcmp(words[1], "-n") != 0 && std::strcmp(words[1], "-np") != 0)) return 125;
    auto segment = control::Segment::create(std::atoi(words[2]));
    if (!segment.ok()) return 125;
    if (Status status = segment->join_as_launcher(); !status.ok()) return 125;
    std::vector<pid_t> processes;
    for (int pe = 0; pe < segment->pes(); ++pe) {
        const pid_t process = ::fork();
        if (process == 0) become_pe(*segment, pe, words + 3);
        processes.push_back(process);
    }
    int result = 0;
    for (int left = segment->pes(); left > 0; --left) {
        int how = 0;
        const pid_t ended = ::wait(&how);
        const int status = WIFSIGNALED(how) ? 128 + WTERMSIG(how) : WEXITSTATUS(how);
        if (status == 0 || result != 0) continue;
        result = status;
        ::usleep(200'000);
        for (pid_t process : processes)
            if (process != ended) ::kill(-process, SIGTERM);
    }
    return segment->ending() ? segment->exit_status() : result;
}
