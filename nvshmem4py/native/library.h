// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The host library, opened by its path at the first call that needs it: importing the package opens nothing.
// Its functions are looked up in that one file, so another library of the same name in the process is never
// called by mistake.
#pragma once

#include <nvshmem.h>
#include <nvshmemx.h>

#include <string>

namespace nvshmem_py {

// The functions that native code calls itself; all others are reached by name, see raw.h.
#define NVSHMEM_PY_FUNCTIONS(X)                     \
    X(my_pe, nvshmem_my_pe)                         \
    X(n_pes, nvshmem_n_pes)                         \
    X(ptr, nvshmem_ptr)                             \
    X(putmem, nvshmem_putmem)                       \
    X(getmem, nvshmem_getmem)                       \
    X(putmem_nbi, nvshmem_putmem_nbi)               \
    X(getmem_nbi, nvshmem_getmem_nbi)               \
    X(putmem_signal, nvshmem_putmem_signal)         \
    X(putmem_signal_nbi, nvshmem_putmem_signal_nbi) \
    X(signal_op, nvshmemx_signal_op)                \
    X(signal_fetch, nvshmem_signal_fetch)           \
    X(last_error, nvshmemx_last_error)              \
    X(clear_error, nvshmemx_clear_error)            \
    X(set_error_mode, nvshmemx_set_error_mode)      \
    X(set_interrupt, nvshmemx_set_interrupt)

struct Library {
#define NVSHMEM_PY_MEMBER(name, symbol) decltype(&::symbol) name = nullptr;
    NVSHMEM_PY_FUNCTIONS(NVSHMEM_PY_MEMBER)
#undef NVSHMEM_PY_MEMBER
    std::string path;
    void* handle = nullptr;

    /// The address of an exported function, null where this library has none of that name.
    void* symbol(const char* name) const;
};

/// The library, opened by the first call (nvshmem/_library.py says where it lies). Raises LibraryNotFound.
/// Needs the GIL for the first call; later calls are one load.
Library& library();

/// Has it been opened?
bool library_is_open();

}  // namespace nvshmem_py
