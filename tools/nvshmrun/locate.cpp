// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The search of PATH.
#include "locate.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "options.h"

namespace omni::nvshmrun {

namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(path, ignored) && !fs::is_directory(path, ignored);
}

bool is_program(const fs::path& path) { return is_file(path) && ::access(path.c_str(), X_OK) == 0; }

Located not_found(const std::string& problem) { return {"", kNotFound, problem}; }
Located not_executable(const std::string& problem) { return {"", kNotExecutable, problem}; }

Located look_at(const std::string& path) {
    std::error_code ignored;
    if (is_program(path)) return {path, 0, ""};
    if (is_file(path)) return not_executable(path + " is not executable: chmod +x makes it so");
    if (fs::is_directory(path, ignored)) return not_executable(path + " is a directory, not a program");
    return not_found("there is no program " + path);
}

Located search(const std::string& name, const std::string& directories) {
    std::istringstream list(directories);
    for (std::string directory; std::getline(list, directory, ':');) {
        const fs::path path = fs::path(directory.empty() ? "." : directory) / name;
        if (is_program(path)) return {path.string(), 0, ""};
    }
    const std::string cure = is_file(name) ? "; did you mean ./" + name + "?" : "";
    return not_found("there is no program " + name + " in the directories of PATH" + cure);
}

}  // namespace

Located locate(const std::string& name) {
    if (name.empty()) return not_found("the name of the program is empty");
    if (name.find('/') != std::string::npos) return look_at(name);
    const char* directories = std::getenv("PATH");
    return search(name, directories ? directories : "/usr/local/bin:/usr/bin:/bin");
}

}  // namespace omni::nvshmrun
