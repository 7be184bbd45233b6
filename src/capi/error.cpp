// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The error record and mode, names of statuses.
#include "base/error.h"

#include "control/wait.h"
#include "nvshmem/error.h"
#include "nvshmem/version.h"
#include "stream/work.h"

using namespace omni;

extern "C" {

NVSHMEM_API long nvshmem_error = 0;
}

namespace {

[[maybe_unused]] const bool is_published = (set_status_word(&nvshmem_error), true);

}  // namespace

extern "C" {

const char* nvshmemx_status_string(int status) {
    if (status < 0 || status > NVSHMEMX_ERROR_INTERNAL) return "unknown NVSHMEM status";
    return code_name(static_cast<Code>(status));
}

const nvshmemx_error_info_t* nvshmemx_last_error(void) {
    static thread_local nvshmemx_error_info_t info;
    if (last_error().code == Code::success) stream::take_error();
    const ErrorRecord& last = last_error();
    if (last.code == Code::success) return nullptr;
    info = {static_cast<int>(last.code), last.text.c_str(), last.function};
    return &info;
}

void nvshmemx_clear_error(void) {
    stream::take_error();
    clear_last_error();
}

int nvshmemx_set_error_mode(int mode) {
    if (mode != NVSHMEMX_ERROR_MODE_EXIT && mode != NVSHMEMX_ERROR_MODE_RETURN) return -1;
    return static_cast<int>(set_error_mode(static_cast<ErrorMode>(mode)));
}

void nvshmemx_set_interrupt(nvshmemx_interrupt_t ask) { control::set_interrupt(ask); }

}  // extern "C"
