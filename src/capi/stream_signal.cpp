// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// On-stream put with signal, signal and wait.
#include "capi/on_stream.h"
#include "nvshmem/signal.h"
#include "nvshmem/stream.h"
#include "nvshmem/wait.h"

using namespace omni;
using capi::later;
using ops::self;

#define PUT_SIGNAL(NAME, TYPE, SIZE, HOST_CALL)                                              \
    void NAME##_on_stream(TYPE* dest, const TYPE* source, size_t nelems, uint64_t* sig_addr, \
                          uint64_t signal, int sig_op, int pe, cudaStream_t s) {             \
        constexpr const char* call = #NAME "_on_stream";                                     \
        if (ops::check_put(self(), call, dest, source, nelems, SIZE, pe) &&                  \
            ops::check_signal(self(), call, {sig_addr, signal, sig_op}, pe))                 \
            later(call, s, HOST_CALL, dest, source, nelems, sig_addr, signal, sig_op, pe);   \
    }

#define TYPED(NAME, TYPE)                                                                     \
    PUT_SIGNAL(nvshmemx_##NAME##_put_signal, TYPE, sizeof(TYPE), nvshmem_##NAME##_put_signal) \
    PUT_SIGNAL(nvshmemx_##NAME##_put_signal_nbi, TYPE, sizeof(TYPE), nvshmem_##NAME##_put_signal_nbi)

#define SIZED(BITS)                                                                     \
    PUT_SIGNAL(nvshmemx_put##BITS##_signal, void, BITS / 8, nvshmem_put##BITS##_signal) \
    PUT_SIGNAL(nvshmemx_put##BITS##_signal_nbi, void, BITS / 8, nvshmem_put##BITS##_signal_nbi)

#define WAIT(NAME, TYPE)                                                                                    \
    void nvshmemx_##NAME##_wait_until_on_stream(TYPE* ivar, int cmp, TYPE cmp_value, cudaStream_t s) {      \
        constexpr const char* call = "nvshmemx_" #NAME "_wait_until_on_stream";                             \
        if (ops::check_wait(self(), {call, "ivar"}, ivar, 1, sizeof(TYPE), cmp))                            \
            later(call, s, nvshmem_##NAME##_wait_until, ivar, cmp, cmp_value);                              \
    }                                                                                                       \
    void nvshmemx_##NAME##_wait_until_all_on_stream(TYPE* ivars, size_t nelems, const int* status, int cmp, \
                                                    TYPE cmp_value, cudaStream_t s) {                       \
        constexpr const char* call = "nvshmemx_" #NAME "_wait_until_all_on_stream";                         \
        if (ops::check_wait(self(), {call, "ivars"}, ivars, nelems, sizeof(TYPE), cmp))                     \
            later(call, s, nvshmem_##NAME##_wait_until_all, ivars, nelems, status, cmp, cmp_value);         \
    }                                                                                                       \
    void nvshmemx_##NAME##_wait_until_all_vector_on_stream(TYPE* ivars, size_t nelems, const int* status,   \
                                                           int cmp, TYPE* cmp_value, cudaStream_t s) {      \
        constexpr const char* call = "nvshmemx_" #NAME "_wait_until_all_vector_on_stream";                  \
        if (ops::check_wait(self(), {call, "ivars"}, ivars, nelems, sizeof(TYPE), cmp))                     \
            later(call, s, nvshmem_##NAME##_wait_until_all_vector, ivars, nelems, status, cmp, cmp_value);  \
    }

extern "C" {

NVSHMEM_FOR_EACH_RMA_TYPE(TYPED)
NVSHMEM_FOR_EACH_SIZE(SIZED)
PUT_SIGNAL(nvshmemx_putmem_signal, void, 1, nvshmem_putmem_signal)
PUT_SIGNAL(nvshmemx_putmem_signal_nbi, void, 1, nvshmem_putmem_signal_nbi)
NVSHMEM_FOR_EACH_WAIT_TYPE(WAIT)

void nvshmemx_signal_op_on_stream(uint64_t* sig_addr, uint64_t signal, int sig_op, int pe, cudaStream_t s) {
    constexpr const char* call = "nvshmemx_signal_op_on_stream";
    if (ops::check_signal(self(), call, {sig_addr, signal, sig_op}, pe))
        later(call, s, nvshmemx_signal_op, sig_addr, signal, sig_op, pe);
}

void nvshmemx_signal_wait_until_on_stream(uint64_t* sig_addr, int cmp, uint64_t cmp_value, cudaStream_t s) {
    constexpr const char* call = "nvshmemx_signal_wait_until_on_stream";
    if (ops::check_wait(self(), {call, "sig_addr"}, sig_addr, 1, sizeof(uint64_t), cmp))
        later(call, s, nvshmem_signal_wait_until, sig_addr, cmp, cmp_value);
}

}  // extern "C"
