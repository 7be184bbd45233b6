// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Compilers, launchers and tools, by their own word.
#include "base/text.h"
#include "checks.h"
#include "child.h"

namespace omni::doctor {

namespace {

constexpr double kLimit_s = 15;

struct Known {
    const char* name;
    std::vector<std::string> command;
    const char* use;
    const char* package;  ///< of Debian, "" where there is none
};

const std::vector<Known>& known_programs() {
    static const std::vector<Known> programs = {
        {"g++", {"g++", "--version"}, "C++ programs", "g++"},
        {"clang++", {"clang++", "--version"}, "C++ programs", "clang"},
        {"nvcc", {"nvcc", "--version"}, "CUDA programs", ""},
        {"cmake", {"cmake", "--version"}, "find_package(NVSHMEM)", "cmake"},
        {"pkg-config", {"pkg-config", "--version"}, "compiler flags", "pkg-config"},
        {"python3", {"python3", "--version"}, "scripts", "python3"},
        {"mpirun", {"mpirun", "--version"}, "starts PEs", ""},
        {"mpiexec.hydra", {"mpiexec.hydra", "--version"}, "starts PEs", "mpich"},
        {"srun", {"srun", "--version"}, "starts PEs of a Slurm job", ""},
        {"torchrun", {"torchrun", "--version"}, "starts PEs", ""},
        {"gdb", {"gdb", "--version"}, "nvshmrun --gdb", "gdb"},
    };
    return programs;
}

/// The first line that has a digit and speaks of the program itself.
std::string version_in(const std::string& text) {
    for (const std::string& line : split(text, '\n'))
        if (line.find_first_of("0123456789") != std::string::npos && !line.starts_with("Copyright") &&
            !line.starts_with("Built"))
            return line.starts_with("Version:") ? trim(line.substr(8)) : line;
    return "";
}

Finding look_for(const Known& known) {
    const Told told = run(known.command, kLimit_s);
    if (told.exit_status == 127)
        return absent(known.name, std::string("is not on PATH (") + known.use + ")",
                      *known.package ? std::string("apt-get install ") + known.package : "");
    if (!told.good())
        return limited(known.name,
                       told.in_time ? "does not tell its version: " + told.first_line() : "does not answer",
                       "reinstall it, or take it from PATH");
    return works(known.name, version_in(told.text));
}

}  // namespace

Section look_at_programs() {
    Section section{"Programs", {}};
    for (const Known& known : known_programs()) section.findings.push_back(look_for(known));
    return section;
}

}  // namespace omni::doctor
