// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Signals: 64-bit words in symmetric memory that say how far data has come.
//
// `sig_addr` is the symmetric address of a uint64_t, aligned to 8. Updates of one signal by the same operator
// are atomic with each other and with fetches and waits. A signal is read only by these functions and by
// waits of uint64 (wait.h).
#pragma once

#include <stddef.h>

#include "detail/expand.h"
#include "detail/export.h"
#include "types.h"

NVSHMEM_BEGIN_C

// ---- Put with signal ----
//
// A put (rma.h), and then the update of the signal on PE `pe` by `sig_op` (NVSHMEM_SIGNAL_SET or
// NVSHMEM_SIGNAL_ADD). Who sees the signal sees the data of this put, and of no other one unless
// nvshmem_fence lies between. With 0 elements only the signal is sent. The signal must not lie inside of
// `dest`. After an error neither data nor signal is sent.

// nvshmem_TYPENAME_put_signal, nvshmem_TYPENAME_put_signal_nbi
#define NVSHMEM_DECLARE_PUT_SIGNAL(TYPENAME, TYPE)                                                           \
    NVSHMEM_DUAL_API void nvshmem_##TYPENAME##_put_signal(TYPE* dest, const TYPE* source, size_t nelems,     \
                                                          uint64_t* sig_addr, uint64_t signal, int sig_op,   \
                                                          int pe);                                           \
    NVSHMEM_DUAL_API void nvshmem_##TYPENAME##_put_signal_nbi(TYPE* dest, const TYPE* source, size_t nelems, \
                                                              uint64_t* sig_addr, uint64_t signal,           \
                                                              int sig_op, int pe);
NVSHMEM_FOR_EACH_RMA_TYPE(NVSHMEM_DECLARE_PUT_SIGNAL)
#undef NVSHMEM_DECLARE_PUT_SIGNAL

// nvshmem_putSIZE_signal, nvshmem_putSIZE_signal_nbi: elements of SIZE bits.
#define NVSHMEM_DECLARE_PUT_SIGNAL(SIZE)                                                                  \
    NVSHMEM_DUAL_API void nvshmem_put##SIZE##_signal(void* dest, const void* source, size_t nelems,       \
                                                     uint64_t* sig_addr, uint64_t signal, int sig_op,     \
                                                     int pe);                                             \
    NVSHMEM_DUAL_API void nvshmem_put##SIZE##_signal_nbi(void* dest, const void* source, size_t nelems,   \
                                                         uint64_t* sig_addr, uint64_t signal, int sig_op, \
                                                         int pe);
NVSHMEM_FOR_EACH_SIZE(NVSHMEM_DECLARE_PUT_SIGNAL)
#undef NVSHMEM_DECLARE_PUT_SIGNAL

NVSHMEM_DUAL_API void nvshmem_putmem_signal(void* dest, const void* source, size_t bytes, uint64_t* sig_addr,
                                            uint64_t signal, int sig_op, int pe);
NVSHMEM_DUAL_API void nvshmem_putmem_signal_nbi(void* dest, const void* source, size_t bytes,
                                                uint64_t* sig_addr, uint64_t signal, int sig_op, int pe);

// ---- The signal alone ----

// Updates the signal on PE `pe`. Not ordered behind earlier puts: nvshmem_fence does that.
NVSHMEM_DUAL_API void nvshmemx_signal_op(uint64_t* sig_addr, uint64_t signal, int sig_op, int pe);

// The value of the caller's own signal.
NVSHMEM_DUAL_API uint64_t nvshmem_signal_fetch(uint64_t* sig_addr);

// Waits until the caller's own signal, taken as unsigned, compares by `cmp` (NVSHMEM_CMP_...) with `cmp_val`;
// returns a value for which it did. Data of the put that sent the signal can be read then.
NVSHMEM_DUAL_API uint64_t nvshmem_signal_wait_until(uint64_t* sig_addr, int cmp, uint64_t cmp_val);

// ---- Counted signals: the signal counts the bytes that have arrived ----

// Sets the caller's own counter to 0. No PE may send to it at the time.
NVSHMEM_DUAL_API void nvshmemx_signal_counted_reset(uint64_t* signal_addr);

// The bytes that have arrived so far, modulo 2^64.
NVSHMEM_DUAL_API uint64_t nvshmemx_signal_counted_load(const uint64_t* signal_addr);

// Waits until `expected` bytes have arrived: until counter - expected, modulo 2^64, is below 2^63.
NVSHMEM_DUAL_API void nvshmemx_signal_counted_wait_until(const uint64_t* signal_addr, uint64_t expected);

NVSHMEM_END_C
