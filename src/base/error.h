// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The one error handler. Most functions of the interface return nothing, so what happens on an error is a
// mode:
//   exit    (default) the error is written to standard error and the job is ended with status 1;
//   return  the call has no effect, code and text stay in a thread-local record that nvshmemx_last_error()
//   gives.
#pragma once

#include "base/status.h"

namespace omni {

enum class ErrorMode { exit = 0, return_to_caller = 1 };

ErrorMode error_mode();
ErrorMode set_error_mode(ErrorMode mode);  ///< returns the one before

struct ErrorRecord {
    Code code = Code::success;
    std::string text;
    const char* function = "";  ///< static storage
};

/// The last error of this thread; code success when there was none since clear_last_error().
const ErrorRecord& last_error();
void clear_last_error();

/// Where the code of the process's last error is stored as well: the public variable nvshmem_error.
void set_status_word(long* word);

/// Says what is wrong and ends the job; installed by the runtime. Does not return.
using FatalHook = void (*)(const char* function, const Status& status);
void set_fatal_hook(FatalHook hook);

/// Hands a failed status to the handler. `function` is the public name that the user called, in static
/// storage. Returns only in mode return.
[[gnu::cold]] void report(const char* function, const Status& status);

/// report() for functions that return a status code: hands out the code in mode return.
[[gnu::cold]] int report_code(const char* function, const Status& status);

/// For calls whose contract is to return an error (team splits, init): records it, never ends the job.
[[gnu::cold]] int record(const char* function, const Status& status);

/// record(), and in mode exit the text is written too: for what few callers look at the result of.
[[gnu::cold]] int announce(const char* function, const Status& status);

}  // namespace omni
