// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Processor, kernel, memory; what the environment asks for.
#include <sys/utsname.h>
#include <unistd.h>

#include <sstream>

#include "base/misspelt.h"
#include "base/options.h"
#include "build_facts.h"
#include "checks.h"
#include "os/cpu.h"
#include "os/memory.h"
#include "sources.h"

namespace omni::doctor {

namespace {

constexpr size_t kSmallMemory = size_t{256} << 20;

utsname system_names() {
    utsname names = {};
    ::uname(&names);
    return names;
}

/// CPUs' worth of time that the control group gets, 0 for no limit.
double cpu_quota() {
    std::istringstream line(line_of("/sys/fs/cgroup/cpu.max"));
    double quota = 0, period = 0;
    return line >> quota >> period && period > 0 ? quota / period : 0;
}

Finding look_at_cpus() {
    const int usable = os::usable_cpus();
    const long online = ::sysconf(_SC_NPROCESSORS_ONLN);
    const std::string found = format("%d of %ld CPUs may be used", usable, online);
    if (const double quota = cpu_quota(); quota > 0 && quota < usable)
        return limited("CPUs", found + format(", for the time of %.1f", quota),
                       "start no more PEs than that, or raise the CPU limit of the container");
    return works("CPUs", found + (usable < 2 ? "; PEs take turns on it" : ""));
}

Finding look_at_free_memory() {
    const size_t free = os::available_memory();
    const std::string found = size_text(free) + " can be used; a PE's heap is " + size_text(heap_bytes()) +
                              " at most, of which only what is touched counts";
    if (free < kSmallMemory)
        return limited("memory", found, "end other programs, or raise the memory limit of the container");
    return works("memory", found);
}

Finding look_at_overcommit() {
    if (line_of("/proc/sys/vm/overcommit_memory") != "2")
        return works("overcommit", "memory is counted when it is touched");
    return limited("overcommit", "the kernel counts memory when it is reserved (vm.overcommit_memory is 2)",
                   "sysctl vm.overcommit_memory=0, or a smaller NVSHMEM_SYMMETRIC_SIZE");
}

}  // namespace

Section look_at_machine() {
    const utsname names = system_names();
    return {"Machine",
            {works("system", format("%s %s, %s", names.sysname, names.release, names.machine)),
             look_at_cpus(), look_at_free_memory(), look_at_overcommit()}};
}

Section look_at_settings() {
    const Settings settings = read_settings();
    std::vector<Finding> findings;
    auto options = read_options(settings);
    if (!options.ok())
        findings.push_back(fails("values", options.status().text(), "set it to such a value, or unset it"));
    for (const std::string& doubt : doubtful_settings(settings))
        findings.push_back(limited("names", doubt, "nvshmem-info -a lists all variables"));
    if (findings.empty())
        findings.push_back(
            works("variables",
                  format("%zu are set under NVSHMEM_, all of them known and well formed", settings.size())));
    return {"Environment", findings};
}

}  // namespace omni::doctor
