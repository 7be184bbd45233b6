// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The error handler and its thread-local record.
#include "base/error.h"

#include <atomic>
#include <cstdlib>

#include "base/kernel.h"
#include "base/log.h"
#include "base/per_thread.h"

namespace omni {

namespace {

std::atomic<ErrorMode> mode{ErrorMode::exit};
std::atomic<FatalHook> fatal_hook{nullptr};
std::atomic<long*> status_word{nullptr};
const PerThread<ErrorRecord> record_of_thread;

/// Which thread of which kernel the caller is, as the end of an error text; "" outside of kernels.
std::string place_in_kernel() {
    char place[256];
    kernel::describe(place, sizeof(place));
    return place[0] ? std::string("\n    in ") + place : "";
}

}  // namespace

ErrorMode error_mode() { return mode.load(std::memory_order_relaxed); }
ErrorMode set_error_mode(ErrorMode wanted) { return mode.exchange(wanted); }
const ErrorRecord& last_error() { return *record_of_thread; }
void clear_last_error() {
    if (ErrorRecord& record = *record_of_thread; record.code != Code::success) record = ErrorRecord();
}
void set_status_word(long* word) { status_word.store(word); }
void set_fatal_hook(FatalHook hook) { fatal_hook.store(hook); }

int record(const char* function, const Status& status) {
    *record_of_thread = ErrorRecord{status.code(), status.text() + place_in_kernel(), function};
    if (long* word = status_word.load())
        std::atomic_ref(*word).store(static_cast<long>(status.code()), std::memory_order_relaxed);
    return static_cast<int>(status.code());
}

void report(const char* function, const Status& status) {
    record(function, status);
    if (error_mode() == ErrorMode::return_to_caller) return;
    const Status placed = error(status.code(), "%s%s", status.text(), place_in_kernel().c_str());
    if (FatalHook hook = fatal_hook.load()) hook(function, placed);
    log::write_error(function, placed);
    std::_Exit(1);
}

int report_code(const char* function, const Status& status) {
    report(function, status);
    return static_cast<int>(status.code());
}

int announce(const char* function, const Status& status) {
    if (error_mode() == ErrorMode::exit) log::write_error(function, status);
    return record(function, status);
}

}  // namespace omni
