// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Facts from the compiler, the file of this program, and the driver.
#include "build.h"

#include <sys/stat.h>

#include <ctime>

#include "build_facts.h"
#include "gpu.h"
#include "nvshmem/version.h"

namespace omni::nvshmem_info {

namespace {

/// When this program was linked: the time is not compiled in, so equal sources give equal programs.
std::string build_time() {
    struct stat facts;
    if (::stat("/proc/self/exe", &facts) != 0) return "unknown";
    tm time;
    char text[64];
    const size_t length =
        std::strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", ::gmtime_r(&facts.st_mtime, &time));
    return {text, length};
}

std::string driver() {
    auto found = tools::find_cuda_driver();
    return found.ok() ? format("%s, %d device%s", found->version.c_str(), found->devices,
                               found->devices == 1 ? "" : "s")
                      : std::string("none: ") + found.status().text();
}

}  // namespace

std::string version() { return NVSHMEM_VENDOR_STRING " (OmniSHMEM " OMNISHMEM_VERSION_STRING ")"; }

Facts build_facts() {
    return {{"interface level", NVSHMEM_VENDOR_STRING},
            {"release", "OmniSHMEM " OMNISHMEM_VERSION_STRING},
            {"CUDA API", "none: this build does without CUDA"},
            {"CUDA driver", driver()},
            {"build time", build_time()},
            {"compiler", std::string(tools::kCompiler) + ", C++20"},
            {"built for", tools::kTarget},
            {"build variables", tools::kBuildVariables}};
}

}  // namespace omni::nvshmem_info
