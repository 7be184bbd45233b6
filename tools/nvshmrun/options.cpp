// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The command line, by CLI11.
#include "options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "base/settings.h"
#include "base/text.h"

namespace omni::nvshmrun {

namespace {

using Words = std::vector<std::string>;

constexpr int kMostPes = 4096;

constexpr const char* kUsage =
    "nvshmrun [OPTION...] PROGRAM [ARGUMENT...] [: [-n N] [-x NAME=VALUE] PROGRAM ...]";

constexpr const char* kFooter =
    R"(Programs behind ":" have PEs of their own, numbered on:  nvshmrun -n 1 ./server : -n 3 ./client

Standard input goes to PE 0. Signals INT, TERM, HUP, USR1 and USR2 go to all PEs; a second Ctrl-C kills them.
Ctrl-\ (signal QUIT) shows what each PE waits for, and the job goes on.

Exit status:
  0         all PEs ended with status 0
  1 to 255  of the PE that failed first, or the one given to nvshmem_global_exit
  124       the job ran longer than --timeout
  125       nvshmrun itself failed, or its command line is wrong
  126, 127  the program cannot be executed, cannot be found
  128 + N   a PE was killed by signal N)";

/// CLI11 itself has no words for a program and its arguments.
struct HelpText : CLI::Formatter {
    std::string make_usage(const CLI::App*, std::string) const override {
        return std::string("Usage: ") + kUsage + "\n";
    }
};

void add_program_options(CLI::App& app, Program& program) {
    app.add_option("-n,--np", program.pes, "number of PEs, 1 unless given (also -np)")
        ->check(CLI::Range(1, kMostPes))
        ->option_text("N");
    app.add_option("-x,--env", program.environment,
                   "set a variable for the PEs, who inherit all others; may be repeated.\n"
                   "NAME alone makes sure that it is set")
        ->allow_extra_args(false)
        ->option_text("NAME[=VALUE]");
}

Binding binding_of(const std::string& text) {
    if (text == "share") return Binding::share;
    if (text == "core") return Binding::core;
    if (text == "none") return Binding::none;
    throw CLI::ValidationError("--bind " + text + ": it can be share, core or none");
}

/// NVSHMEM_CPU_AFFINITY, which --bind overrides.
Binding binding_of_environment() {
    const Settings settings = read_settings();
    const auto found = settings.find("NVSHMEM_CPU_AFFINITY");
    const std::string wanted = found == settings.end() ? "auto" : lower(found->second.value);
    if (wanted == "off") return Binding::none;
    if (wanted != "auto")
        std::cerr << "nvshmrun: NVSHMEM_CPU_AFFINITY is \"" << found->second.value
                  << "\", which counts as AUTO; the accepted form is AUTO or OFF\n";
    return Binding::share;
}

void add_job_options(CLI::App& app, Options& options) {
    app.add_flag("-t,--tag-output", options.tag_output, "put [PE n] in front of each line");
    app.add_option("--timeout", options.timeout_s,
                   "after this time show what each PE waits for and end the job")
        ->check(CLI::Range(1e-3, 1e9))
        ->option_text("SECONDS");
    app.add_option_function<std::string>(
           "--bind", [&options](const std::string& text) { options.binding = binding_of(text); },
           "where a PE runs: on its equal share of the cores if the PEs fit on the\n"
           "CPUs (share, unless given), on one core (core), anywhere (none, and\n"
           "unless given with NVSHMEM_CPU_AFFINITY=OFF)")
        ->option_text("share|core|none");
    app.add_option("--gdb", options.gdb_pe, "start this PE under gdb, which gets the terminal")
        ->check(CLI::NonNegativeNumber)
        ->option_text("PE");
    app.set_help_flag("-h,--help", "show this text");
    app.set_version_flag("--version", "nvshmrun (OmniSHMEM) " OMNISHMEM_VERSION_STRING, "show the version");
}

/// Takes the options and their values from the front of `words`. What is left begins with the program's name.
Words take_options(const CLI::App& app, Words& words) {
    Words options;
    auto next = words.begin();
    while (next != words.end() && next->size() > 1 && next->front() == '-' && *next != "--") {
        options.push_back(*next == "-np" ? "-n" : *next);
        const CLI::Option* option = app.get_option_no_throw(options.back());
        ++next;
        if (option && option->get_items_expected_max() > 0 && next != words.end()) options.push_back(*next++);
    }
    if (next != words.end() && *next == "--") ++next;
    words.erase(words.begin(), next);
    return options;
}

/// "NAME" stands for the variable as the launcher has it.
void complete(std::string& variable) {
    if (variable.find('=') != std::string::npos) return;
    const char* value = std::getenv(variable.c_str());
    if (!value)
        throw CLI::ValidationError("-x " + variable + ": the variable is not set; use -x " + variable +
                                   "=VALUE");
    variable += std::string("=") + value;
}

/// One part of the command line, between ":"s.
Program parse_program(CLI::App& app, Words words) {
    Program program;
    add_program_options(app, program);
    Words options = take_options(app, words);
    std::reverse(options.begin(), options.end());  // as CLI11 wants them
    app.parse(options);
    program.words = std::move(words);
    if (program.words.empty())
        throw CLI::ValidationError(std::string("there is no program to start\nusage: ") + kUsage);
    std::for_each(program.environment.begin(), program.environment.end(), complete);
    return program;
}

std::vector<Words> split_at_colons(int count, char** words) {
    std::vector<Words> parts(1);
    for (int i = 1; i < count; ++i) {
        if (std::string(words[i]) == ":") {
            parts.emplace_back();
        } else {
            parts.back().emplace_back(words[i]);
        }
    }
    return parts;
}

void check(const Options& options) {
    if (options.pes() > kMostPes)
        throw CLI::ValidationError("there are more than " + std::to_string(kMostPes) + " PEs");
    if (options.gdb_pe >= options.pes())
        throw CLI::ValidationError("--gdb " + std::to_string(options.gdb_pe) + ": the job has PEs 0 to " +
                                   std::to_string(options.pes() - 1));
}

Options parse_all(CLI::App& app, int count, char** words) {
    Options options;
    add_job_options(app, options);
    const auto parts = split_at_colons(count, words);
    options.programs.push_back(parse_program(app, parts.front()));
    for (size_t i = 1; i < parts.size(); ++i) {
        CLI::App further;
        further.set_help_flag();
        options.programs.push_back(parse_program(further, parts[i]));
    }
    check(options);
    if (app.count("--bind") == 0) options.binding = binding_of_environment();
    return options;
}

}  // namespace

int Options::pes() const {
    int sum = 0;
    for (const Program& program : programs) sum += program.pes;
    return sum;
}

std::variant<Options, int> parse(int count, char** words) {
    CLI::App app("Starts a program on several PEs of this machine and waits for all of them.");
    app.formatter(std::make_shared<HelpText>());
    app.footer(kFooter);
    try {
        return parse_all(app, count, words);
    } catch (const CLI::CallForHelp&) {
        std::cout << app.help();
    } catch (const CLI::CallForVersion& version) {
        std::cout << version.what() << '\n';
    } catch (const CLI::Error& wrong) {
        std::cerr << "nvshmrun: " << wrong.what() << "\nnvshmrun --help shows the options\n";
        return kLauncherFailed;
    }
    return 0;
}

}  // namespace omni::nvshmrun
