// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// A look at the processes above, as far as /proc shows them.
#include "bootstrap/ancestors.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "bootstrap/launcher.h"
#include "control/segment.h"
#include "os/environment.h"

namespace omni::bootstrap {

namespace {

constexpr int kHighest = 32;  // processes above that are looked at

std::string contents_of(int process, const char* name) {
    std::ifstream file(format("/proc/%d/%s", process, name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// 0 when there is none.
int parent_of(int process) {
    const std::string facts = contents_of(process, "stat");
    const size_t name_end = facts.rfind(')');  // the name may hold anything
    int parent = 0;
    if (name_end != std::string::npos) std::sscanf(facts.c_str() + name_end, ") %*c %d", &parent);
    return parent;
}

/// Of this process, in the form of /proc/PID/environ.
std::vector<std::string> places_in_jobs() {
    std::vector<std::string> places;
    for (const char* variable : kLaunchersVariables)
        if (std::getenv(variable)) places.push_back(format("%s=%s", variable, os::text_in(variable).c_str()));
    for (const char* variable : {"RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT"})
        if (std::getenv(variable)) places.push_back(format("%s=%s", variable, os::text_in(variable).c_str()));
    return places;
}

bool had_all(int process, const std::vector<std::string>& settings) {
    const std::string environment = '\0' + contents_of(process, "environ");
    for (const std::string& setting : settings)
        if (environment.find('\0' + setting + '\0') == std::string::npos) return false;
    return true;
}

bool is_member(int process, const control::Segment& segment) {
    for (int pe = 0; pe < segment.pes(); ++pe)
        if (segment.page(pe).process.load(std::memory_order_relaxed) == process &&
            segment.page(pe).phase.load(std::memory_order_acquire) == control::Phase::alive)
            return true;
    return false;
}

/// Whether it holds a control segment in which it is alive.
bool is_pe(int process) {
    std::error_code error;
    for (std::filesystem::directory_iterator entry(format("/proc/%d/fd", process), error), end;
         !error && entry != end; entry.increment(error)) {
        std::error_code gone;
        const std::string file = std::filesystem::read_symlink(entry->path(), gone).string();
        if (!file.starts_with(std::string("/memfd:") + control::kSegmentName)) continue;
        auto opened = os::open_descriptor_of(process, std::atoi(entry->path().filename().c_str()));
        if (!opened.ok()) continue;
        auto segment = control::Segment::attach(std::move(*opened));
        if (segment.ok() && is_member(process, *segment)) return true;
    }
    return false;
}

}  // namespace

Status check_ancestors() {
    const auto places = places_in_jobs();
    int process = ::getppid();
    for (int height = 0; process > 1 && height < kHighest; ++height, process = parent_of(process))
        if (had_all(process, places) && is_pe(process))
            return error(Code::invalid_value,
                         "this process was started by a PE (process %d) and has its variables, but not its "
                         "place in the job: choose another way to start (NVSHMEM_BOOTSTRAP=alone)",
                         process);
    return {};
}

}  // namespace omni::bootstrap
