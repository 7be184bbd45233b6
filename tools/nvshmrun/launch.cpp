// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Starting the PEs one after the other.
#include "launch.h"

#include <unistd.h>

#include <algorithm>
#include <cinttypes>

#include "binding.h"
#include "bootstrap/launcher.h"
#include "input.h"
#include "locate.h"
#include "output.h"
#include "terminal.h"

namespace omni::nvshmrun {

namespace {

using Texts = std::vector<std::string>;

/// The later of two settings of one variable wins.
void set(Texts& environment, const std::string& variable) {
    const std::string name = variable.substr(0, variable.find('=') + 1);
    std::erase_if(environment, [&](const std::string& present) { return present.starts_with(name); });
    environment.push_back(variable);
}

/// What all PEs of a program have in common.
Texts environment_of(const Program& program, const control::Segment& segment) {
    Texts environment;
    for (char** variable = environ; *variable; ++variable) environment.emplace_back(*variable);
    for (const std::string& variable : program.environment) set(environment, variable);
    set(environment, format("%s=%d", bootstrap::kSizeVariable, segment.pes()));
    set(environment, mark_of(segment));
    set(environment, format("%s=%s", bootstrap::kOuterVariable, bootstrap::traces_of_launchers().c_str()));
    return environment;
}

Texts under_debugger(const Texts& words) {
    Texts all{"gdb", "-q", "--args"};
    all.insert(all.end(), words.begin(), words.end());
    return all;
}

std::vector<char*> pointers(const Texts& texts) {
    std::vector<char*> all;
    for (const std::string& text : texts) all.push_back(const_cast<char*>(text.c_str()));
    all.push_back(nullptr);
    return all;
}

class Launch {
  public:
    Launch(const Options& options, const Inherited& inherited, Job& job, Input& input, Output& output)
        : options_(options), inherited_(inherited), job_(job), input_(input), output_(output) {}

    Status run() {
        auto cpus = assign_cpus(options_.binding, job_.pes());
        if (!cpus.ok()) return std::move(cpus).status();
        cpus_ = std::move(*cpus);
        int first = 0;
        for (const Program& program : options_.programs) {
            if (Status status = start_program(program, first); !status.ok()) return status;
            first += program.pes;
        }
        return {};
    }

  private:
    Status start_program(const Program& program, int first) {
        const std::string path = locate(program.words.front()).path;
        Texts environment = environment_of(program, job_.segment());
        for (int pe = first; pe < first + program.pes; ++pe) {
            set(environment, format("%s=%d", bootstrap::kRankVariable, pe));
            const bool debugged = pe == options_.gdb_pe;
            const Status status =
                debugged ? start_pe(pe, locate("gdb").path, under_debugger(program.words), environment)
                         : start_pe(pe, path, program.words, environment);
            if (!status.ok()) return error(status.code(), "PE %d: %s", pe, status.text());
        }
        return {};
    }

    Status start_pe(int pe, const std::string& path, const Texts& words, const Texts& environment) {
        const bool debugged = pe == options_.gdb_pe;
        auto ends = debugged ? Output::Ends() : output_.connect(pe);
        if (!ends.ok()) return std::move(ends).status();
        const auto word_pointers = pointers(words), environment_pointers = pointers(environment);
        return job_.start_pe(pe, Start{
                                     .path = path.c_str(),
                                     .words = word_pointers.data(),
                                     .environment = environment_pointers.data(),
                                     .input = debugged ? -1 : input_.end_for(pe),
                                     .output = ends->output.get(),
                                     .errors = ends->errors.get(),
                                     .kept = job_.segment().descriptor(),
                                     .cpus = cpus_.empty() ? nullptr : &cpus_[static_cast<size_t>(pe)],
                                     .signal_mask = &inherited_.signal_mask,
                                     .open_files = &inherited_.open_files,
                                     .takes_terminal = debugged && is_foreground(),
                                 });
    }

    const Options& options_;
    const Inherited& inherited_;
    Job& job_;
    Input& input_;
    Output& output_;
    std::vector<cpu_set_t> cpus_;
};

}  // namespace

std::string mark_of(const control::Segment& segment) {
    const uint64_t* secret = segment.header().secret;
    return format("%s=%d:%d:%016" PRIx64 "%016" PRIx64, bootstrap::kSegmentVariable, ::getpid(),
                  segment.descriptor(), secret[0], secret[1]);
}

Status launch(const Options& options, const Inherited& inherited, Job& job, Input& input, Output& output) {
    return Launch(options, inherited, job, input, output).run();
}

}  // namespace omni::nvshmrun
