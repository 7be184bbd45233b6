// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Libraries that PEs can start from or that other parts of a program use. Each is asked in a child of its
// own.
#include <cstdio>

#include "base/text.h"
#include "checks.h"
#include "child.h"
#include "gpu.h"
#include "os/library.h"

namespace omni::doctor {

namespace {

constexpr double kLimit_s = 10;

void say_mpi(const os::Library& library) {
    int (*version)(char*, int*) = nullptr;
    library.find("MPI_Get_library_version", version);
    char text[8192] = "";
    int length = 0;
    if (version && version(text, &length) == 0) std::puts(text);
}

void say_by_function(const os::Library& library, const char* function) {
    const char* (*version)() = nullptr;
    library.find(function, version);
    if (version) std::puts(version());
}

void say_pmix(const os::Library& library) { say_by_function(library, "PMIx_Get_version"); }
void say_ucx(const os::Library& library) { say_by_function(library, "ucp_get_version_string"); }

void say_libfabric(const os::Library& library) {
    uint32_t (*version)() = nullptr;
    library.find("fi_version", version);
    if (version) std::printf("%u.%u\n", version() >> 16, version() & 0xffff);
}

void say_nothing(const os::Library&) {}

struct Known {
    const char* name;
    const char* file;
    void (*say_version)(const os::Library&);
    const char* use;
};

constexpr Known kKnown[] = {
    {"Open MPI", "libmpi.so.40", say_mpi, "PEs can start from it"},
    {"MPICH", "libmpich.so.12", say_mpi, "PEs can start from it"},
    {"OpenSHMEM", "liboshmem.so.40", say_nothing, "PEs can start from it"},
    {"PMIx", "libpmix.so.2", say_pmix, "launchers such as srun and mpirun offer it"},
    {"UCX", "libucp.so.0", say_ucx, "this library does without"},
    {"libfabric", "libfabric.so.1", say_libfabric, "this library does without"},
    {"verbs", "libibverbs.so.1", say_nothing, "this library does without"},
};

/// Of "Open MPI v4.1.4, package: ..." and "OpenPMIx 4.2.2 (PMIx ..." only the beginning says something.
Finding look_for(const Known& known) {
    const auto ask = [&] {
        auto library = os::Library::load(known.file);
        if (library.ok()) known.say_version(*library);
        return library.ok() ? 0 : 1;
    };
    const Told told = in_child(ask, kLimit_s);
    if (told.exit_status == 1) return absent(known.name, std::string("no ") + known.file);
    if (!told.good())
        return limited(known.name,
                       std::string(known.file) + " is there, but does not load without a crash or delay",
                       "reinstall it, or keep it off the library path");
    const std::string version = trim(told.first_line().substr(0, told.first_line().find_first_of(",(")));
    return works(known.name, (version.empty() ? known.file : version) + "; " + known.use);
}

Finding look_for_driver() {
    const auto ask = [] {
        auto driver = tools::find_cuda_driver();
        std::puts(driver.ok() ? format("CUDA %s, %d GPUs", driver->version.c_str(), driver->devices).c_str()
                              : driver.status().text());
        return driver.ok() ? 0 : 1;
    };
    const Told told = in_child(ask, kLimit_s);
    if (told.good()) return works("GPU driver", told.first_line() + "; PEs compute on CPUs");
    return absent("GPU driver",
                  (told.text.empty() ? "does not answer" : told.first_line()) + "; PEs compute on CPUs");
}

}  // namespace

Section look_at_libraries() {
    Section section{"Other libraries", {}};
    for (const Known& known : kKnown) section.findings.push_back(look_for(known));
    section.findings.push_back(look_for_driver());
    return section;
}

}  // namespace omni::doctor
