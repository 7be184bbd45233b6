// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// nvshmem-doctor: what works on this machine, what does not, why, and what would cure it.
#include <signal.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>

#include "checks.h"
#include "nvshmem/version.h"
#include "report.h"
#include "terminal.h"

namespace omni::doctor {

namespace {

constexpr int kWrongCommandLine = 2;

constexpr const char* kFooter =
    R"(Each line is one look or trial: ok, limit (PEs run, but not in every way), FAIL (they do not), - (absent, not needed).
The last trial is a job of two PEs. It takes a few seconds in all.

Exit status: 0 when PEs run on this machine, 1 when they do not, 2 for a wrong command line)";

constexpr Section (*kLooks[])() = {look_at_machine, look_at_settings, look_at_memory,    look_at_processes,
                                   look_at_limits,  look_at_network,  look_at_libraries, look_at_programs};

void head() {
    const tools::Paint paint = tools::paint();
    std::printf("%snvshmem-doctor%s  OmniSHMEM " OMNISHMEM_VERSION_STRING ", " NVSHMEM_VENDOR_STRING "\n\n",
                paint.bold, paint.plain);
}

void show(const Section& section) {
    std::printf("%s\n", section_as_text(section).c_str());
    std::fflush(stdout);
}

/// Sections appear as they are ready; as JSON everything at once.
int examine(bool as_text, double limit_s) {
    ::signal(SIGXFSZ, SIG_IGN);  // a file limit is an error of the call then
    std::vector<Section> sections;
    const auto add = [&](Section section) {
        if (as_text) show(section);
        sections.push_back(std::move(section));
    };
    if (as_text) head();
    for (const auto look : kLooks) add(look());
    add(try_job(limit_s));
    std::printf("%s\n", (as_text ? summary(sections) : as_json(sections)).c_str());
    return exit_status(sections);
}

}  // namespace

int run(int count, char** words) {
    CLI::App app(
        "Looks at this machine and tries what PEs need: what works, what does not, why, and what would cure "
        "it.",
        "nvshmem-doctor");
    bool json = false, pe = false;
    double limit_s = 20;
    app.add_flag("--json", json, "the report as JSON");
    app.add_option("--limit", limit_s, "most time for the tried job, 20 unless given")
        ->check(CLI::Range(0.1, 1e6))
        ->option_text("SECONDS");
    app.add_flag("--pe", pe, "be a PE of the tried job: nvshmrun -n 2 nvshmem-doctor --pe");
    app.set_version_flag("--version", "nvshmem-doctor (OmniSHMEM) " OMNISHMEM_VERSION_STRING,
                         "show the version");
    app.footer(kFooter);
    try {
        app.parse(count, words);
    } catch (const CLI::CallForHelp&) {
        return std::cout << app.help(), 0;
    } catch (const CLI::CallForVersion& version) {
        return std::cout << version.what() << '\n', 0;
    } catch (const CLI::Error& wrong) {
        std::cerr << "nvshmem-doctor: " << wrong.what() << "\nnvshmem-doctor --help shows the options\n";
        return kWrongCommandLine;
    }
    return pe ? be_pe() : examine(!json, limit_s);
}

}  // namespace omni::doctor

int main(int count, char** words) { return omni::doctor::run(count, words); }
