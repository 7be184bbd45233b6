// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Dealing cores to PEs.
#include "binding.h"

#include <fstream>
#include <map>
#include <string>

namespace omni::nvshmrun {

namespace {

using Cores = std::vector<std::vector<int>>;  // CPUs by core, in the order of their first CPU

/// The CPUs that are one core with `cpu`, as the kernel writes them; CPUs of one core have the same text.
std::string siblings(int cpu) {
    std::ifstream file("/sys/devices/system/cpu/cpu" + std::to_string(cpu) +
                       "/topology/thread_siblings_list");
    std::string text;
    return file >> text ? text : std::to_string(cpu);
}

Cores usable_cores() {
    cpu_set_t usable;
    if (::sched_getaffinity(0, sizeof usable, &usable) != 0) return {};
    std::map<std::string, size_t> number;
    Cores cores;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (!CPU_ISSET(cpu, &usable)) continue;
        const auto [place, is_new] = number.emplace(siblings(cpu), cores.size());
        if (is_new) cores.emplace_back();
        cores[place->second].push_back(cpu);
    }
    return cores;
}

/// CPUs of one core apart from each other: for more PEs than there are cores.
Cores split(const Cores& cores) {
    Cores cpus;
    for (const auto& core : cores)
        for (int cpu : core) cpus.push_back({cpu});
    return cpus;
}

cpu_set_t unite(const Cores& cores, size_t first, size_t count) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (size_t core = first; core < first + count; ++core)
        for (int cpu : cores[core]) CPU_SET(cpu, &set);
    return set;
}

}  // namespace

Result<std::vector<cpu_set_t>> assign_cpus(Binding binding, int pes) {
    std::vector<cpu_set_t> sets;
    if (binding == Binding::none) return sets;
    const auto wanted = static_cast<size_t>(pes);
    Cores cores = usable_cores();
    if (cores.size() < wanted) cores = split(cores);
    if (cores.size() < wanted && binding == Binding::core)
        return error(Code::invalid_value, "--bind core: %d PEs do not fit on %zu CPUs; use --bind none", pes,
                     cores.size());
    if (cores.size() < wanted) return sets;
    const size_t share = binding == Binding::core ? 1 : cores.size() / wanted;
    for (size_t pe = 0; pe < wanted; ++pe) sets.push_back(unite(cores, pe * share, share));
    return sets;
}

}  // namespace omni::nvshmrun
