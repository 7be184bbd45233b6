// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// A job of two PEs, each of them this program, through the launcher and the library that are installed here.
#include <filesystem>

#include "checks.h"
#include "child.h"
#include "nvshmem/version.h"
#include "os/library.h"
#include "sources.h"

namespace omni::doctor {

namespace {

constexpr int kPes = 2;
constexpr double kLoadLimit_s = 10;

std::string launcher() {
    std::error_code ignored;
    const std::filesystem::path beside = std::filesystem::path(own_folder()) / "nvshmrun";
    return std::filesystem::exists(beside, ignored) ? beside.string() : "nvshmrun";
}

Finding look_at_library() {
    const auto ask = [] {
        auto library = os::Library::load(library_name().c_str());
        if (!library.ok()) return std::puts(library.status().text()), 1;
        const char* (*release)() = nullptr;
        library->find("nvshmemx_omnishmem_version", release);
        return release ? (std::puts(release()), 0) : 2;
    };
    const Told told = in_child(ask, kLoadLimit_s);
    const std::string name = library_name(), cure = "install the library anew, or correct LD_LIBRARY_PATH";
    if (told.exit_status == 2) return fails("library", name + " is not OmniSHMEM", cure);
    if (!told.good())
        return fails("library", told.text.empty() ? name + " does not load" : told.first_line(), cure);
    if (told.first_line() != OMNISHMEM_VERSION_STRING)
        return fails(
            "library",
            name + " is of release " + told.first_line() + ", this program of " OMNISHMEM_VERSION_STRING,
            cure);
    return works("library", name + ", release " + told.first_line());
}

/// The launcher ends the job at the limit by itself; what it takes longer for is ended from here.
Finding start_two(double limit_s) {
    std::error_code ignored;
    const std::string program = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
    const Told told =
        run({launcher(), "-n", std::to_string(kPes), "--timeout", format("%.3f", limit_s), program, "--pe"},
            2 * limit_s);
    bool all_good = told.good();
    for (int pe = 0; pe < kPes; ++pe)
        all_good = all_good && told.text.find(format("PE %d of %d: good\n", pe, kPes)) != std::string::npos;
    if (all_good)
        return works("job", format("%d PEs started, wrote into each other's memory, and ended", kPes));
    if (told.exit_status == 127)
        return fails("job", "nvshmrun is neither beside this program nor on PATH", "install the tools anew");
    const std::string said = told.text.empty() ? "nothing was said" : told.first_line();
    return fails("job", told.in_time ? "did not end well: " + said : "did not end in time",
                 "see what fails above, then: " + launcher() + " -n 2 " + program + " --pe");
}

}  // namespace

Section try_job(double limit_s) { return {"Job", {look_at_library(), start_two(limit_s)}}; }

}  // namespace omni::doctor
