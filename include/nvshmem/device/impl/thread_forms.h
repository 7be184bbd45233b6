// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The device bodies of names that exist on the host too (the dual names of rma.h, amo.h ...): calls of one
// thread. For GPUs alone; seen by the compiler's device pass only.
#pragma once

#include "../../amo.h"
#include "../../coll.h"
#include "../../init.h"
#include "../../memory.h"
#include "../../order.h"
#include "../../query.h"
#include "../../region.h"
#include "../../rma.h"
#include "../../signal.h"
#include "../../smem.h"
#include "../../strided.h"
#include "../../team.h"
#include "../../version.h"
#include "../../wait.h"
#include "shared_out.h"

#ifdef NVSHMEM_DEVICE_LIBRARY
    #define NVSHMEMI_BODY NVSHMEM_DUAL_API __attribute__((used))
#else
    #define NVSHMEMI_BODY NVSHMEM_DUAL_API inline
#endif

NVSHMEM_BEGIN_C

// ---- Put, get, p, g, strided ----

#define NVSHMEM_DEFINE_TRANSFER(NAME, TYPE, SIZE, OP)                                \
    NVSHMEMI_BODY void NAME(TYPE* dest, const TYPE* source, size_t nelems, int pe) { \
        nvshmemi::OP##_bytes<nvshmemi::thread>(dest, source, nelems * (SIZE), pe);   \
    }
#define NVSHMEM_DEFINE_STRIDED(NAME, TYPE, SIZE, OP)                                                     \
    NVSHMEMI_BODY void NAME(TYPE* dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, \
                            int pe) {                                                                    \
        nvshmemi::OP##_elements<nvshmemi::thread>(dest, source, dst, sst, nelems, SIZE, pe);             \
    }
#define NVSHMEM_DEFINE_PUT_SIGNAL(NAME, TYPE, SIZE)                                                   \
    NVSHMEMI_BODY void NAME(TYPE* dest, const TYPE* source, size_t nelems, uint64_t* sig_addr,        \
                            uint64_t signal, int sig_op, int pe) {                                    \
        nvshmemi::put_signal_bytes<nvshmemi::thread>(dest, source, nelems * (SIZE), sig_addr, signal, \
                                                     sig_op, pe);                                     \
    }
#define NVSHMEM_DEFINE_MEMORY_OPS(PUT, GET, IPUT, IGET, TYPE, SIZE) \
    NVSHMEM_DEFINE_TRANSFER(PUT, TYPE, SIZE, put)                   \
    NVSHMEM_DEFINE_TRANSFER(GET, TYPE, SIZE, get)                   \
    NVSHMEM_DEFINE_TRANSFER(PUT##_nbi, TYPE, SIZE, put)             \
    NVSHMEM_DEFINE_TRANSFER(GET##_nbi, TYPE, SIZE, get)             \
    NVSHMEM_DEFINE_PUT_SIGNAL(PUT##_signal, TYPE, SIZE)             \
    NVSHMEM_DEFINE_PUT_SIGNAL(PUT##_signal_nbi, TYPE, SIZE)         \
    NVSHMEM_DEFINE_STRIDED(IPUT, TYPE, SIZE, iput)                  \
    NVSHMEM_DEFINE_STRIDED(IGET, TYPE, SIZE, iget)
#define NVSHMEM_DEFINE_TYPED(NAME, TYPE)                                                         \
    NVSHMEM_DEFINE_MEMORY_OPS(nvshmem_##NAME##_put, nvshmem_##NAME##_get, nvshmem_##NAME##_iput, \
                              nvshmem_##NAME##_iget, TYPE, sizeof(TYPE))                         \
    NVSHMEMI_BODY void nvshmem_##NAME##_p(TYPE* dest, const TYPE value, int pe) {                \
        nvshmemi::put_single(dest, value, pe);                                                   \
    }                                                                                            \
    NVSHMEMI_BODY TYPE nvshmem_##NAME##_g(const TYPE* src, int pe) { return nvshmemi::get_single(src, pe); }
NVSHMEM_FOR_EACH_RMA_TYPE(NVSHMEM_DEFINE_TYPED)
#undef NVSHMEM_DEFINE_TYPED

#define NVSHMEM_DEFINE_SIZED(BITS)                                                                          \
    NVSHMEM_DEFINE_MEMORY_OPS(nvshmem_put##BITS, nvshmem_get##BITS, nvshmem_iput##BITS, nvshmem_iget##BITS, \
                              void, BITS / 8)
NVSHMEM_FOR_EACH_SIZE(NVSHMEM_DEFINE_SIZED)
#undef NVSHMEM_DEFINE_SIZED
NVSHMEM_DEFINE_TRANSFER(nvshmem_putmem, void, 1, put)
NVSHMEM_DEFINE_TRANSFER(nvshmem_getmem, void, 1, get)
NVSHMEM_DEFINE_TRANSFER(nvshmem_putmem_nbi, void, 1, put)
NVSHMEM_DEFINE_TRANSFER(nvshmem_getmem_nbi, void, 1, get)
NVSHMEM_DEFINE_PUT_SIGNAL(nvshmem_putmem_signal, void, 1)
NVSHMEM_DEFINE_PUT_SIGNAL(nvshmem_putmem_signal_nbi, void, 1)
#undef NVSHMEM_DEFINE_TRANSFER
#undef NVSHMEM_DEFINE_STRIDED
#undef NVSHMEM_DEFINE_PUT_SIGNAL
#undef NVSHMEM_DEFINE_MEMORY_OPS

// ---- Signals ----

NVSHMEMI_BODY void nvshmemx_signal_op(uint64_t* sig_addr, uint64_t signal, int sig_op, int pe) {
    nvshmemi::signal_now(sig_addr, signal, sig_op, pe);
}
NVSHMEMI_BODY uint64_t nvshmem_signal_fetch(uint64_t* sig_addr) { return nvshmemi::load(sig_addr); }
NVSHMEMI_BODY uint64_t nvshmem_signal_wait_until(uint64_t* sig_addr, int cmp, uint64_t cmp_val) {
    return nvshmemi::wait_until(sig_addr, cmp, cmp_val);
}
NVSHMEMI_BODY void nvshmemx_signal_counted_reset(uint64_t* signal_addr) {
    nvshmemi::store(signal_addr, uint64_t{0});
}
NVSHMEMI_BODY uint64_t nvshmemx_signal_counted_load(const uint64_t* signal_addr) {
    return nvshmemi::load(signal_addr);
}
NVSHMEMI_BODY void nvshmemx_signal_counted_wait_until(const uint64_t* signal_addr, uint64_t expected) {
    while (static_cast<int64_t>(nvshmemi::load(signal_addr) - expected) < 0) nvshmemi::pause();
}

// ---- Atomics ----

#define NVSHMEM_DEFINE_EXTENDED(NAME, TYPE)                                           \
    NVSHMEMI_BODY TYPE nvshmem_##NAME##_atomic_fetch(const TYPE* dest, int pe) {      \
        return nvshmemi::amo_fetch(dest, pe);                                         \
    }                                                                                 \
    NVSHMEMI_BODY void nvshmem_##NAME##_atomic_set(TYPE* dest, TYPE value, int pe) {  \
        nvshmemi::amo_swap(dest, value, pe);                                          \
    }                                                                                 \
    NVSHMEMI_BODY TYPE nvshmem_##NAME##_atomic_swap(TYPE* dest, TYPE value, int pe) { \
        return nvshmemi::amo_swap(dest, value, pe);                                   \
    }
NVSHMEM_FOR_EACH_AMO_EXTENDED_TYPE(NVSHMEM_DEFINE_EXTENDED)
#undef NVSHMEM_DEFINE_EXTENDED

#define NVSHMEM_DEFINE_STANDARD(NAME, TYPE)                                                              \
    NVSHMEMI_BODY TYPE nvshmem_##NAME##_atomic_compare_swap(TYPE* dest, TYPE cond, TYPE value, int pe) { \
        return nvshmemi::amo_compare_swap(dest, cond, value, pe);                                        \
    }                                                                                                    \
    NVSHMEMI_BODY void nvshmem_##NAME##_atomic_add(TYPE* dest, TYPE value, int pe) {                     \
        nvshmemi::amo_add(dest, value, pe);                                                              \
    }                                                                                                    \
    NVSHMEMI_BODY void nvshmem_##NAME##_atomic_inc(TYPE* dest, int pe) {                                 \
        nvshmemi::amo_add(dest, static_cast<TYPE>(1), pe);                                               \
    }                                                                                                    \
    NVSHMEMI_BODY TYPE nvshmem_##NAME##_atomic_fetch_add(TYPE* dest, TYPE value, int pe) {               \
        return nvshmemi::amo_add(dest, value, pe);                                                       \
    }                                                                                                    \
    NVSHMEMI_BODY TYPE nvshmem_##NAME##_atomic_fetch_inc(TYPE* dest, int pe) {                           \
        return nvshmemi::amo_add(dest, static_cast<TYPE>(1), pe);                                        \
    }
NVSHMEM_FOR_EACH_AMO_STANDARD_TYPE(NVSHMEM_DEFINE_STANDARD)
#undef NVSHMEM_DEFINE_STANDARD

#define NVSHMEM_DEFINE_BITWISE_OP(NAME, TYPE, OP)                                           \
    NVSHMEMI_BODY void nvshmem_##NAME##_atomic_##OP(TYPE* dest, TYPE value, int pe) {       \
        nvshmemi::amo_##OP(dest, value, pe);                                                \
    }                                                                                       \
    NVSHMEMI_BODY TYPE nvshmem_##NAME##_atomic_fetch_##OP(TYPE* dest, TYPE value, int pe) { \
        return nvshmemi::amo_##OP(dest, value, pe);                                         \
    }
#define NVSHMEM_DEFINE_BITWISE(NAME, TYPE)     \
    NVSHMEM_DEFINE_BITWISE_OP(NAME, TYPE, and) \
    NVSHMEM_DEFINE_BITWISE_OP(NAME, TYPE, or)  \
    NVSHMEM_DEFINE_BITWISE_OP(NAME, TYPE, xor)
NVSHMEM_FOR_EACH_AMO_BITWISE_TYPE(NVSHMEM_DEFINE_BITWISE)
#undef NVSHMEM_DEFINE_BITWISE
#undef NVSHMEM_DEFINE_BITWISE_OP

#define NVSHMEM_DEFINE_FLOATING(NAME, TYPE)                                                 \
    NVSHMEMI_BODY void nvshmemx_##NAME##_atomic_add(TYPE* dest, TYPE value, int pe) {       \
        nvshmemi::amo_float_add(dest, value, pe);                                           \
    }                                                                                       \
    NVSHMEMI_BODY TYPE nvshmemx_##NAME##_atomic_fetch_add(TYPE* dest, TYPE value, int pe) { \
        return nvshmemi::amo_float_add(dest, value, pe);                                    \
    }
NVSHMEM_FOR_EACH_AMO_FLOAT_TYPE(NVSHMEM_DEFINE_FLOATING)
#undef NVSHMEM_DEFINE_FLOATING

// ---- Waits and tests ----

#define NVSHMEM_DEFINE_SET(NAME, TYPE, SUFFIX, VALUE_TYPE, VALUES, STEP)                                    \
    NVSHMEMI_BODY void nvshmem_##NAME##_wait_until_all##SUFFIX(                                             \
        TYPE* ivars, size_t nelems, const int* status, int cmp, VALUE_TYPE value) {                         \
        nvshmemi::wait_all(nvshmemi::wait_set<TYPE>{ivars, nelems, status, cmp, VALUES, STEP});             \
    }                                                                                                       \
    NVSHMEMI_BODY size_t nvshmem_##NAME##_wait_until_any##SUFFIX(                                           \
        TYPE* ivars, size_t nelems, const int* status, int cmp, VALUE_TYPE value) {                         \
        return nvshmemi::wait_any(nvshmemi::wait_set<TYPE>{ivars, nelems, status, cmp, VALUES, STEP});      \
    }                                                                                                       \
    NVSHMEMI_BODY size_t nvshmem_##NAME##_wait_until_some##SUFFIX(                                          \
        TYPE* ivars, size_t nelems, size_t* indices, const int* status, int cmp, VALUE_TYPE value) {        \
        return nvshmemi::wait_some(nvshmemi::wait_set<TYPE>{ivars, nelems, status, cmp, VALUES, STEP},      \
                                   indices);                                                                \
    }                                                                                                       \
    NVSHMEMI_BODY int nvshmem_##NAME##_test_all##SUFFIX(TYPE* ivars, size_t nelems, const int* status,      \
                                                        int cmp, VALUE_TYPE value) {                        \
        return nvshmemi::test_all(nvshmemi::wait_set<TYPE>{ivars, nelems, status, cmp, VALUES, STEP});      \
    }                                                                                                       \
    NVSHMEMI_BODY size_t nvshmem_##NAME##_test_any##SUFFIX(TYPE* ivars, size_t nelems, const int* status,   \
                                                           int cmp, VALUE_TYPE value) {                     \
        return nvshmemi::test_any(nvshmemi::wait_set<TYPE>{ivars, nelems, status, cmp, VALUES, STEP});      \
    }                                                                                                       \
    NVSHMEMI_BODY size_t nvshmem_##NAME##_test_some##SUFFIX(TYPE* ivars, size_t nelems, size_t* indices,    \
                                                            const int* status, int cmp, VALUE_TYPE value) { \
        return nvshmemi::test_some(nvshmemi::wait_set<TYPE>{ivars, nelems, status, cmp, VALUES, STEP},      \
                                   indices);                                                                \
    }
#define NVSHMEM_DEFINE_WAIT(NAME, TYPE)                                                   \
    NVSHMEMI_BODY void nvshmem_##NAME##_wait_until(TYPE* ivar, int cmp, TYPE cmp_value) { \
        nvshmemi::wait_until(ivar, cmp, cmp_value);                                       \
    }                                                                                     \
    NVSHMEMI_BODY int nvshmem_##NAME##_test(TYPE* ivar, int cmp, TYPE cmp_value) {        \
        return nvshmemi::compare(nvshmemi::load(ivar), cmp, cmp_value);                   \
    }                                                                                     \
    NVSHMEM_DEFINE_SET(NAME, TYPE, , TYPE, &value, 0)                                     \
    NVSHMEM_DEFINE_SET(NAME, TYPE, _vector, TYPE*, value, 1)
NVSHMEM_FOR_EACH_WAIT_TYPE(NVSHMEM_DEFINE_WAIT)
#undef NVSHMEM_DEFINE_WAIT
#undef NVSHMEM_DEFINE_SET

// ---- Order ----

NVSHMEMI_BODY void nvshmem_fence(void) { nvshmemi::fence_all(); }
NVSHMEMI_BODY void nvshmem_quiet(void) { nvshmemi::quiet_all(); }
NVSHMEMI_BODY void nvshmemx_flush(void) {}

// ---- Collectives ----

NVSHMEMI_BODY int nvshmem_barrier(nvshmem_team_t team) { return nvshmemi::barrier<nvshmemi::thread>(team); }
NVSHMEMI_BODY int nvshmem_team_sync(nvshmem_team_t team) { return nvshmemi::barrier<nvshmemi::thread>(team); }
NVSHMEMI_BODY void nvshmem_barrier_all(void) { nvshmemi::barrier<nvshmemi::thread>(NVSHMEM_TEAM_WORLD); }
NVSHMEMI_BODY void nvshmem_sync_all(void) { nvshmemi::barrier<nvshmemi::thread>(NVSHMEM_TEAM_WORLD); }

#define NVSHMEM_DEFINE_MOVEMENT(BROADCAST, FCOLLECT, ALLTOALL, TYPE, SIZE)                            \
    NVSHMEMI_BODY int BROADCAST(nvshmem_team_t team, TYPE* dest, const TYPE* src, size_t nelem,       \
                                int PE_root) {                                                        \
        return nvshmemi::broadcast_bytes<nvshmemi::thread>(team, dest, src, nelem * (SIZE), PE_root); \
    }                                                                                                 \
    NVSHMEMI_BODY int FCOLLECT(nvshmem_team_t team, TYPE* dest, const TYPE* src, size_t nelem) {      \
        return nvshmemi::fcollect_bytes<nvshmemi::thread>(team, dest, src, nelem * (SIZE));           \
    }                                                                                                 \
    NVSHMEMI_BODY int ALLTOALL(nvshmem_team_t team, TYPE* dest, const TYPE* src, size_t nelems) {     \
        return nvshmemi::alltoall_bytes<nvshmemi::thread>(team, dest, src, nelems * (SIZE));          \
    }
#define NVSHMEM_DEFINE_TYPED(NAME, TYPE)                                           \
    NVSHMEM_DEFINE_MOVEMENT(nvshmem_##NAME##_broadcast, nvshmem_##NAME##_fcollect, \
                            nvshmem_##NAME##_alltoall, TYPE, sizeof(TYPE))
NVSHMEM_FOR_EACH_RMA_TYPE(NVSHMEM_DEFINE_TYPED)
NVSHMEM_DEFINE_MOVEMENT(nvshmem_broadcastmem, nvshmem_fcollectmem, nvshmem_alltoallmem, void, 1)
#undef NVSHMEM_DEFINE_TYPED
#undef NVSHMEM_DEFINE_MOVEMENT

#define NVSHMEM_DEFINE_REDUCTION(NAME, TYPE, OP)                                                         \
    NVSHMEMI_BODY int nvshmem_##NAME##_##OP##_reduce(nvshmem_team_t team, TYPE* dest, const TYPE* src,   \
                                                     size_t nreduce) {                                   \
        return nvshmemi::reduce_elements<nvshmemi::thread, nvshmemi::OP##_op>(team, dest, src, nreduce); \
    }                                                                                                    \
    NVSHMEMI_BODY int nvshmem_##NAME##_##OP##_reducescatter(nvshmem_team_t team, TYPE* dest,             \
                                                            const TYPE* src, size_t nreduce) {           \
        return nvshmemi::reducescatter_elements<nvshmemi::thread, nvshmemi::OP##_op>(team, dest, src,    \
                                                                                     nreduce);           \
    }
NVSHMEM_FOR_EACH_REDUCTION(NVSHMEM_DEFINE_REDUCTION)
#undef NVSHMEM_DEFINE_REDUCTION

// ---- Queries, teams, memory ----

NVSHMEMI_BODY int nvshmem_my_pe(void) { return nvshmemi::state().me; }
NVSHMEMI_BODY int nvshmem_n_pes(void) { return nvshmemi::state().n; }
NVSHMEMI_BODY void nvshmem_info_get_version(int* major, int* minor) {
    if (major) *major = NVSHMEM_MAJOR_VERSION;
    if (minor) *minor = NVSHMEM_MINOR_VERSION;
}
NVSHMEMI_BODY void nvshmem_info_get_name(char* name) {
    const char* text = NVSHMEM_VENDOR_STRING;
    while (name && (*name++ = *text++)) {
    }
}
NVSHMEMI_BODY void nvshmemx_vendor_get_version_info(int* major, int* minor, int* patch) {
    if (major) *major = NVSHMEM_VENDOR_MAJOR_VERSION;
    if (minor) *minor = NVSHMEM_VENDOR_MINOR_VERSION;
    if (patch) *patch = NVSHMEM_VENDOR_PATCH_VERSION;
}

NVSHMEMI_BODY int nvshmem_team_my_pe(nvshmem_team_t handle) {
    const nvshmemi_device_team* team = nvshmemi::find_team(handle);
    return team ? team->me : -1;
}
NVSHMEMI_BODY int nvshmem_team_n_pes(nvshmem_team_t handle) {
    const nvshmemi_device_team* team = nvshmemi::find_team(handle);
    return team ? team->n : -1;
}
NVSHMEMI_BODY int nvshmem_team_translate_pe(nvshmem_team_t src_team, int src_pe, nvshmem_team_t dest_team) {
    const nvshmemi_device_team* from = nvshmemi::find_team(src_team);
    const nvshmemi_device_team* to = nvshmemi::find_team(dest_team);
    return from && to && src_pe >= 0 && src_pe < from->n ? to->rank_of[from->pe_of[src_pe]] : -1;
}

NVSHMEMI_BODY void* nvshmem_ptr(const void* ptr, int pe) { return nvshmemi::peer_place(ptr, pe); }
NVSHMEMI_BODY void* nvshmemx_mc_ptr(nvshmem_team_t, const void*) { return nullptr; }

NVSHMEMI_BODY int nvshmemx_region_is_active(uint32_t, int* active) {
    if (!active) return nvshmemi::invalid_value;
    *active = 0;  // nothing is gathered on a device
    return 0;
}
NVSHMEMI_BODY int nvshmemx_ask_smem(nvshmemx_smem_amount_t flag) {
    if (flag == NVSHMEMX_SMEM_MINIMUM) return 32768;
    return flag == NVSHMEMX_SMEM_BARRIERS_ONLY ? NVSHMEMI_SMEM_DATA_REGION_OFFSET : 65536;
}

// Ends the kernel, and with it the PE: the launch fails.
NVSHMEMI_BODY void nvshmem_global_exit(int) { nvshmemi::trap(); }

NVSHMEM_END_C
#undef NVSHMEMI_BODY
