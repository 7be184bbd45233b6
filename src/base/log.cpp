// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Log output.
#include "base/log.h"

#include <unistd.h>

#include <atomic>

namespace omni::log {

namespace {

std::atomic<Level> threshold{Level::warn};
// Plain numbers: the library may be called from exit handlers, after the destructors of thread_locals.
thread_local int pe_of_thread = -1;
std::atomic<int> pe_of_process{-1};

void line(const char* kind, const std::string& text) {
    const int pe = pe_of_thread >= 0 ? pe_of_thread : pe_of_process.load(std::memory_order_relaxed);
    const std::string who = pe < 0 ? "" : format(" [PE %d]", pe);
    write_block("omnishmem" + who + " " + kind + ": " + text + "\n");
}

}  // namespace

void set_level(Level level) { threshold.store(level); }
Level level() { return threshold.load(std::memory_order_relaxed); }
void set_pe_of_thread(int pe) { pe_of_thread = pe; }
void set_pe_of_process(int pe) { pe_of_process.store(pe, std::memory_order_relaxed); }

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
