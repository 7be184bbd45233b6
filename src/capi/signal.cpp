// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Put with signal, signals alone.
#include "ops/signal.h"

#include "capi/shell.h"
#include "nvshmem/detail/device_entry.h"
#include "nvshmem/signal.h"

using namespace omni::ops;

#define TYPED(NAME, TYPE)                                                                                   \
    void nvshmem_##NAME##_put_signal(TYPE* dest, const TYPE* source, size_t nelems, uint64_t* sig_addr,     \
                                     uint64_t signal, int sig_op, int pe) {                                 \
        put_signal<sizeof(TYPE)>(self(), "nvshmem_" #NAME "_put_signal", dest, source, nelems,              \
                                 {sig_addr, signal, sig_op}, pe);                                           \
    }                                                                                                       \
    void nvshmem_##NAME##_put_signal_nbi(TYPE* dest, const TYPE* source, size_t nelems, uint64_t* sig_addr, \
                                         uint64_t signal, int sig_op, int pe) {                             \
        put_signal<sizeof(TYPE)>(self(), "nvshmem_" #NAME "_put_signal_nbi", dest, source, nelems,          \
                                 {sig_addr, signal, sig_op}, pe);                                           \
    }

#define SIZED(BITS)                                                                                        \
    void nvshmem_put##BITS##_signal(void* dest, const void* source, size_t nelems, uint64_t* sig_addr,     \
                                    uint64_t signal, int sig_op, int pe) {                                 \
        put_signal<BITS / 8>(self(), "nvshmem_put" #BITS "_signal", dest, source, nelems,                  \
                             {sig_addr, signal, sig_op}, pe);                                              \
    }                                                                                                      \
    void nvshmem_put##BITS##_signal_nbi(void* dest, const void* source, size_t nelems, uint64_t* sig_addr, \
                                        uint64_t signal, int sig_op, int pe) {                             \
        put_signal<BITS / 8>(self(), "nvshmem_put" #BITS "_signal_nbi", dest, source, nelems,              \
                             {sig_addr, signal, sig_op}, pe);                                              \
    }

extern "C" {

NVSHMEM_FOR_EACH_RMA_TYPE(TYPED)
NVSHMEM_FOR_EACH_SIZE(SIZED)

void nvshmem_putmem_signal(void* dest, const void* source, size_t bytes, uint64_t* sig_addr, uint64_t signal,
                           int sig_op, int pe) {
    put_signal<1>(self(), "nvshmem_putmem_signal", dest, source, bytes, {sig_addr, signal, sig_op}, pe);
}
void nvshmem_putmem_signal_nbi(void* dest, const void* source, size_t bytes, uint64_t* sig_addr,
                               uint64_t signal, int sig_op, int pe) {
    put_signal<1>(self(), "nvshmem_putmem_signal_nbi", dest, source, bytes, {sig_addr, signal, sig_op}, pe);
}

void nvshmemx_signal_op(uint64_t* sig_addr, uint64_t signal, int sig_op, int pe) {
    signal_op(self(), "nvshmemx_signal_op", {sig_addr, signal, sig_op}, pe);
}
uint64_t nvshmem_signal_fetch(uint64_t* sig_addr) {
    return signal_fetch(self(), {"nvshmem_signal_fetch", "sig_addr"}, sig_addr);
}
uint64_t nvshmem_signal_wait_until(uint64_t* sig_addr, int cmp, uint64_t cmp_val) {
    return wait_until(self(), {"nvshmem_signal_wait_until", "sig_addr"}, sig_addr, cmp, cmp_val);
}

void nvshmemx_signal_counted_reset(uint64_t* signal_addr) {
    reset_counter(self(), {"nvshmemx_signal_counted_reset", "signal_addr"}, signal_addr);
}
uint64_t nvshmemx_signal_counted_load(const uint64_t* signal_addr) {
    return signal_fetch(self(), {"nvshmemx_signal_counted_load", "signal_addr"}, signal_addr);
}
void nvshmemx_signal_counted_wait_until(const uint64_t* signal_addr, uint64_t expected) {
    wait_for_count(self(), {"nvshmemx_signal_counted_wait_until", "signal_addr"}, signal_addr, expected);
}

int nvshmemid_putmem_signal_counted_nbi(void* dest, const void* source, size_t bytes, uint64_t* signal_addr,
                                        int pe) {
    constexpr const char* call = "nvshmemx_putmem_signal_counted_nbi_block";
    return omni::capi::answer(call, put_counted(self(), call, dest, source, bytes, signal_addr, pe));
}

}  // extern "C"
