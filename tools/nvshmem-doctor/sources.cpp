// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Files, sizes, places.
#include "sources.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/options.h"

namespace omni::doctor {

namespace fs = std::filesystem;

std::string line_of(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

size_t heap_bytes() {
    auto options = read_options();
    return options.ok() ? options->SYMMETRIC_SIZE : Options().SYMMETRIC_SIZE;
}

std::string size_text(size_t bytes) {
    const char* units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    double number = static_cast<double>(bytes);
    size_t unit = 0;
    for (; number >= 1024 && unit + 1 < std::size(units); ++unit) number /= 1024;
    return format(unit == 0 ? "%.0f %s" : "%.1f %s", number, units[unit]);
}

std::string own_folder() {
    std::error_code ignored;
    return fs::read_symlink("/proc/self/exe", ignored).parent_path().string();
}

std::string library_name() {
    const char* const name = "libnvshmem_host.so.3";
    std::error_code ignored;
    const fs::path beside = fs::path(own_folder()).parent_path() / "lib" / name;
    return fs::exists(beside, ignored) ? beside.string() : name;
}

}  // namespace omni::doctor
