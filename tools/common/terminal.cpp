// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// What standard output is.
#include "terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "os/environment.h"

namespace omni::tools {

namespace {

constexpr size_t kWidth = 100, kLeastWidth = 60, kMostWidth = 120;

bool has_colour() {
    return ::isatty(STDOUT_FILENO) && os::text_in("TERM") != "dumb" && os::text_in("NO_COLOR").empty();
}

}  // namespace

Paint paint() {
    if (!has_colour()) return {};
    return {.bold = "\033[1m",
            .dim = "\033[2m",
            .good = "\033[32m",
            .warn = "\033[33m",
            .bad = "\033[1;31m",
            .plain = "\033[0m"};
}

size_t text_width() {
    winsize size = {};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kWidth;
    return std::clamp<size_t>(size.ws_col, kLeastWidth, kMostWidth);
}

}  // namespace omni::tools
