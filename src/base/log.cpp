// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Log output.
#include "base/log.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <mutex>

namespace omni::log {

namespace {

std::atomic<Level> threshold{Level::warn};
std::atomic<uint32_t> speaking{~uint32_t{0}};
std::atomic<int> output{STDERR_FILENO};
// Plain numbers: the library may be called from exit handlers, after the destructors of thread_locals.
thread_local int pe_of_thread = -1;
std::atomic<int> pe_of_process{-1};

bool write_to(int descriptor, const std::string& text) {
    return ::write(descriptor, text.data(), text.size()) >= 0;
}

std::string line(const char* kind, const std::string& text) {
    const int pe = pe_of_thread >= 0 ? pe_of_thread : pe_of_process.load(std::memory_order_relaxed);
    const std::string who = pe < 0 ? "" : format(" [PE %d]", pe);
    return "omnishmem" + who + " " + kind + ": " + text + "\n";
}

/// Into the log. What its file does not take goes to standard error, and why is said once.
void write_log(const std::string& text) {
    static std::atomic<bool> said{false};
    const int target = output.load();
    if (write_to(target, text) || target == STDERR_FILENO) return;
    const Status why =
        system_error("what cannot be written to the file of NVSHMEM_DEBUG_FILE is written here");
    if (!said.exchange(true)) write_to(STDERR_FILENO, line("warning", why.text()));
    write_to(STDERR_FILENO, text);
}

/// A file that is open already is replaced in its place: other threads may be writing.
Status redirect(const std::string& file) {
    int target = STDERR_FILENO;
    if (!file.empty()) {
        target = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
        if (target < 0)
            return error(Code::invalid_value,
                         "NVSHMEM_DEBUG_FILE names the file %s, which cannot be opened: %s", file.c_str(),
                         std::strerror(errno));
    }
    const int before = output.load();
    if (target == STDERR_FILENO || before == STDERR_FILENO) {
        output.store(target);
    } else {
        ::dup3(target, before, O_CLOEXEC);
        ::close(target);
    }
    return {};
}

}  // namespace

Status set_rules(const Rules& rules) {
    static std::mutex mutex;
    static std::string file;
    std::lock_guard lock(mutex);
    if (rules.file != file)
        if (Status status = redirect(rules.file); !status.ok()) return status;
    file = rules.file;
    threshold.store(rules.level);
    speaking.store(rules.sources);
    return {};
}

bool logs(Level level, Source source) {
    return level <= threshold.load(std::memory_order_relaxed) &&
           (speaking.load(std::memory_order_relaxed) >> static_cast<int>(source) & 1) != 0;
}

void set_pe_of_thread(int pe) { pe_of_thread = pe; }
void set_pe_of_process(int pe) { pe_of_process.store(pe, std::memory_order_relaxed); }

void write_block(const std::string& text) { write_to(STDERR_FILENO, text); }

void write_trace(const std::string& line) { write_to(output.load(), line); }

void write_error(const char* function, const Status& status) {
    const std::string text = line("error", std::string(function) + ": " + status.text());
    write_to(STDERR_FILENO, text);
    if (const int file = output.load(); file != STDERR_FILENO) write_to(file, text);
}

void warn(const char* pattern, ...) {
    va_list arguments;
    va_start(arguments, pattern);
    write_log(line("warning", vformat(pattern, arguments)));
    va_end(arguments);
}

void info(Source source, const char* pattern, ...) {
    if (!logs(Level::info, source)) return;
    va_list arguments;
    va_start(arguments, pattern);
    write_log(line("info", vformat(pattern, arguments)));
    va_end(arguments);
}

}  // namespace omni::log
