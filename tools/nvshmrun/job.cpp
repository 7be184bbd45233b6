// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Children and other descendants.
#include "job.h"

#include <sys/wait.h>

#include <algorithm>
#include <fstream>

#include "options.h"

namespace omni::nvshmrun {

int End::exit_status() const { return by_signal ? kBySignal + code : code; }

Status Job::start_pe(int pe, const Start& start) {
    auto number = nvshmrun::start(start);
    if (!number.ok()) return std::move(number).status();
    processes_[static_cast<size_t>(pe)].number = *number;
    ++running_;
    return {};
}

int Job::find(pid_t number) const {
    const auto place = std::find_if(processes_.begin(), processes_.end(),
                                    [&](const Process& p) { return p.number == number && !p.end; });
    return place == processes_.end() ? -1 : static_cast<int>(place - processes_.begin());
}

std::vector<int> Job::reap() {
    std::vector<int> ended;
    for (siginfo_t info = {}; ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG) == 0 && info.si_pid != 0;
         info = {}) {
        const int pe = find(info.si_pid);
        if (pe < 0) continue;
        processes_[static_cast<size_t>(pe)].end =
            End{info.si_code != CLD_EXITED, info.si_status, info.si_code == CLD_DUMPED};
        --running_;
        ended.push_back(pe);
    }
    return ended;
}

const End* Job::end(int pe) const {
    const auto& end = processes_[static_cast<size_t>(pe)].end;
    return end ? &*end : nullptr;
}

bool Job::has_processes() const {
    siginfo_t info;
    return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

bool Job::has_orphaned_pe() const {
    for (int pe = 0; pe < pes(); ++pe)
        if (segment_.page(pe).phase.load(std::memory_order_acquire) == control::Phase::alive &&
            !segment_.is_dead(pe))
            return true;
    return false;
}

void Job::signal_pes(int signal) const {
    for (const Process& process : processes_)
        if (process.number > 0 && !process.end) ::kill(-process.number, signal);
}

void Job::signal_all(int signal, pid_t guardian) const {
    signal_pes(signal);
    std::ifstream children("/proc/thread-self/children");
    for (pid_t child; children >> child;)
        if (child != guardian && find(child) < 0) ::kill(child, signal);
}

}  // namespace omni::nvshmrun
