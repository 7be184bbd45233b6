// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// nvshmrun: starts a program on several PEs of this machine. docs/launcher.md describes it.
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <optional>

#include "guardian.h"
#include "launch.h"
#include "locate.h"
#include "options.h"
#include "supervisor.h"
#include "terminal.h"

namespace omni::nvshmrun {

namespace {

int fail(int exit_status, const std::string& text) {
    std::fprintf(stderr, "nvshmrun: %s\n", text.c_str());
    return exit_status;
}

int fail(const Status& status) { return fail(kLauncherFailed, status.text()); }

/// Pipes must not get the numbers 0 to 2, whatever the launcher was started with.
void open_standard_descriptors() {
    for (int descriptor = 0; descriptor <= 2; ++descriptor)
        if (::fcntl(descriptor, F_GETFD) < 0) ::open("/dev/null", O_RDWR);
}

/// Two pipes a PE. The PEs get the limit of before.
rlimit raise_file_limit() {
    rlimit before;
    ::getrlimit(RLIMIT_NOFILE, &before);
    const rlimit highest{before.rlim_max, before.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &highest);
    return before;
}

/// The first program that cannot be started, or one without a problem.
Located look_for_programs(const Options& options) {
    std::vector<std::string> names;
    names.reserve(options.programs.size() + 1);
    for (const Program& program : options.programs) names.push_back(program.words.front());
    if (options.gdb_pe >= 0) names.push_back("gdb");
    for (const std::string& name : names)
        if (const Located located = locate(name); located.exit_status != 0) return located;
    return {};
}

Result<control::Segment> make_segment(int pes) {
    auto segment = control::Segment::create(pes);
    if (!segment.ok()) return segment;
    if (Status status = segment->join_as_launcher(); !status.ok()) return status;
    return segment;
}

int run(const Options& options) {
    if (const Located located = look_for_programs(options); located.exit_status != 0)
        return fail(located.exit_status, located.problem);
    auto signals = Signals::block();
    if (!signals.ok()) return fail(signals.status());
    const Inherited inherited{signals->mask_before(), raise_file_limit()};
    auto segment = make_segment(options.pes());
    if (!segment.ok()) return fail(segment.status());
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);  // orphans of the PEs become our children
    auto guardian = Guardian::start(mark_of(*segment));
    if (!guardian.ok()) return fail(guardian.status());
    auto input = Input::open(options.gdb_pe < 0);
    if (!input.ok()) return fail(input.status());
    std::optional<Terminal> lent;
    if (options.gdb_pe >= 0) lent.emplace();
    Output output(options.tag_output, options.pes());
    Job job(std::move(*segment));
    Supervisor supervisor(job, *input, output, *signals, guardian->process(), options.timeout_s);
    if (Status status = launch(options, inherited, job, *input, output); !status.ok())
        supervisor.abandon(status);
    input->close_ends();
    return supervisor.run();
}

}  // namespace
}  // namespace omni::nvshmrun

int main(int count, char** words) {
    using namespace omni::nvshmrun;
    open_standard_descriptors();
    const auto parsed = parse(count, words);
    if (const int* exit_status = std::get_if<int>(&parsed)) return *exit_status;
    return run(std::get<Options>(parsed));
}
