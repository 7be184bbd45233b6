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
#define NVSHMEM_PY_FUNCTIONS(X)                                          \
    X(my_pe, nvshmem_my_pe)                                              \
    X(n_pes, nvshmem_n_pes)                                              \
    X(ptr, nvshmem_ptr)                                                  \
    X(putmem_on_stream, nvshmemx_putmem_on_stream)                       \
    X(getmem_on_stream, nvshmemx_getmem_on_stream)                       \
    X(putmem_nbi_on_stream, nvshmemx_putmem_nbi_on_stream)               \
    X(getmem_nbi_on_stream, nvshmemx_getmem_nbi_on_stream)               \
    X(putmem_signal_on_stream, nvshmemx_putmem_signal_on_stream)         \
    X(putmem_signal_nbi_on_stream, nvshmemx_putmem_signal_nbi_on_stream) \
    X(signal_op_on_stream, nvshmemx_signal_op_on_stream)                 \
    X(signal_fetch, nvshmem_signal_fetch)                                \
    X(team_my_pe, nvshmem_team_my_pe)                                    \
    X(team_n_pes, nvshmem_team_n_pes)                                    \
    X(team_translate_pe, nvshmem_team_translate_pe)                      \
    X(barrier, nvshmem_barrier)                                          \
    X(getmem_nbi, nvshmem_getmem_nbi)                                    \
    X(quiet, nvshmem_quiet)                                              \
    X(uint32_atomic_compare_swap, nvshmem_uint32_atomic_compare_swap)    \
    X(uint32_wait_until, nvshmem_uint32_wait_until)                      \
    X(last_error, nvshmemx_last_error)                                   \
    X(clear_error, nvshmemx_clear_error)                                 \
    X(set_error_mode, nvshmemx_set_error_mode)                           \
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
