// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Reading /proc.
#include "os/process.h"

#include <fstream>
#include <iterator>
#include <string>

namespace omni::os {

bool is_stopped(int process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const size_t name_end = text.rfind(')');  // the name before it may hold anything
    if (name_end == std::string::npos || name_end + 2 >= text.size()) return false;
    const char state = text[name_end + 2];
    return state == 'T' || state == 't';
}

}  // namespace omni::os
