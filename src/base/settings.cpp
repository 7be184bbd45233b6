// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Reading the environment and the configuration files.
#include "base/settings.h"

#include <cstdlib>
#include <fstream>

#include "base/text.h"

extern char** environ;

namespace omni {

namespace {

bool is_ours(const std::string& name) {
    return name.starts_with("NVSHMEM_") || name.starts_with("OMNISHMEM_");
}

void read_environment(Settings& settings) {
    for (char** entry = environ; *entry; ++entry) {
        const std::string text = *entry;
        const size_t equals = text.find('=');
        if (equals != std::string::npos && is_ours(text))
            settings[text.substr(0, equals)] = {text.substr(equals + 1), "the environment"};
    }
}

/// NAME=value lines; '#' begins a comment, also behind a value. Names without the prefix are ignored.
void read_file(const std::string& path, Settings& settings) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        line = line.substr(0, line.find('#'));
        const size_t equals = line.find('=');
        if (equals == std::string::npos) continue;
        const std::string name = trim(line.substr(0, equals));
        if (is_ours(name)) settings[name] = {trim(line.substr(equals + 1)), path};
    }
}

}  // namespace

Settings read_settings() {
    Settings settings;
    read_environment(settings);
    read_file("/etc/nvshmem.conf", settings);
    if (const char* home = std::getenv("HOME")) read_file(std::string(home) + "/.nvshmem.conf", settings);
    if (const char* named = std::getenv("NVSHMEM_CONF_FILE")) read_file(named, settings);
    return settings;
}

}  // namespace omni
