// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Log output.
#include "base/log.h"

#include <unistd.h>

#include <atomic>

namespace omni::log {

namespace {

std::atomic<Level> threshold{Level::warn};
thread_local std::string prefix_of_thread;

void line(const char* kind, const std::string& text) {
    const std::string who = prefix_of_thread.empty() ? "" : " [" + prefix_of_thread + "]";
    write_block("omnishmem" + who + " " + kind + ": " + text + "\n");
}

}  // namespace

void set_level(Level level) { threshold.store(level); }
Level level() { return threshold.load(std::memory_order_relaxed); }
void set_prefix(std::string prefix) { prefix_of_thread = std::move(prefix); }

void write_block(const std::string& text) {
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

void write_error(const char* function, const Status& status) {
    line("error", std::string(function) + ": " + status.text());
}

void warn(const char* pattern, ...) {
    if (level() < Level::warn) return;
    va_list arguments;
    va_start(arguments, pattern);
    line("warning", vformat(pattern, arguments));
    va_end(arguments);
}

void info(const char* pattern, ...) {
    if (level() < Level::info) return;
    va_list arguments;
    va_start(arguments, pattern);
    line("info", vformat(pattern, arguments));
    va_end(arguments);
}

}  // namespace omni::log
