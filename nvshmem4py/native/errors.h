// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// How native code raises the package's exceptions. The classes are those of nvshmem/errors.py; nothing here
// is on a path that succeeds.
#pragma once

#include <nanobind/nanobind.h>

namespace nvshmem_py {

namespace nb = nanobind;

/// Raises the class `name` of nvshmem.errors with a printf-style text.
[[noreturn, gnu::cold, gnu::format(printf, 2, 3)]] void raise(const char* name, const char* format, ...);

/// Raises what the library says of a call that failed with `status`: its last error where it left one.
[[noreturn, gnu::cold]] void raise_status(int status, const char* function);

/// Raises the pending Python exception (KeyboardInterrupt from a wait comes so), or the library's last error
/// of this thread. To be called with the GIL, after each call into the library that began with clear_error().
void check_error(const char* function, int status = 0);

}  // namespace nvshmem_py
