// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Put with signal by a warp or a block: signal.h. The signal follows when the data of all threads is there.
#pragma once

#include "../signal.h"
#include "scope.h"

NVSHMEM_BEGIN_C

#define NVSHMEM_DEFINE_PUT_SIGNAL(SCOPE, NAME, TYPE, SIZE, THREAD_FORM)                                      \
    NVSHMEM_DEVICE_API void NAME##_##SCOPE(TYPE* dest, const TYPE* source, size_t nelems,                    \
                                           uint64_t* sig_addr, uint64_t signal, int sig_op, int pe) {        \
        return NVSHMEMI_SCOPED(                                                                              \
            SCOPE, (THREAD_FORM, dest, source, nelems, sig_addr, signal, sig_op, pe),                        \
            put_signal_bytes<nvshmemi::SCOPE>(dest, source, nelems * (SIZE), sig_addr, signal, sig_op, pe)); \
    }

// nvshmemx_TYPENAME_put_signal_SCOPE and so on; SCOPE is warp or block.
#define NVSHMEM_DEFINE_SCOPED(SCOPE, NAME, TYPE)                                           \
    NVSHMEM_DEFINE_PUT_SIGNAL(SCOPE, nvshmemx_##NAME##_put_signal, TYPE, sizeof(TYPE),     \
                              nvshmem_##NAME##_put_signal)                                 \
    NVSHMEM_DEFINE_PUT_SIGNAL(SCOPE, nvshmemx_##NAME##_put_signal_nbi, TYPE, sizeof(TYPE), \
                              nvshmem_##NAME##_put_signal_nbi)
#define NVSHMEM_DEFINE_TYPED(NAME, TYPE) NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_SCOPED, NAME, TYPE)
NVSHMEM_FOR_EACH_RMA_TYPE(NVSHMEM_DEFINE_TYPED)
#undef NVSHMEM_DEFINE_TYPED
#undef NVSHMEM_DEFINE_SCOPED

#define NVSHMEM_DEFINE_SCOPED(SCOPE, BITS)                                            \
    NVSHMEM_DEFINE_PUT_SIGNAL(SCOPE, nvshmemx_put##BITS##_signal, void, BITS / 8,     \
                              nvshmem_put##BITS##_signal)                             \
    NVSHMEM_DEFINE_PUT_SIGNAL(SCOPE, nvshmemx_put##BITS##_signal_nbi, void, BITS / 8, \
                              nvshmem_put##BITS##_signal_nbi)
#define NVSHMEM_DEFINE_SIZED(SIZE) NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_SCOPED, SIZE)
NVSHMEM_FOR_EACH_SIZE(NVSHMEM_DEFINE_SIZED)
#undef NVSHMEM_DEFINE_SIZED
#undef NVSHMEM_DEFINE_SCOPED

#define NVSHMEM_DEFINE_SCOPED(SCOPE, ...)                                                    \
    NVSHMEM_DEFINE_PUT_SIGNAL(SCOPE, nvshmemx_putmem_signal, void, 1, nvshmem_putmem_signal) \
    NVSHMEM_DEFINE_PUT_SIGNAL(SCOPE, nvshmemx_putmem_signal_nbi, void, 1, nvshmem_putmem_signal_nbi)
NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_SCOPED, )
#undef NVSHMEM_DEFINE_SCOPED
#undef NVSHMEM_DEFINE_PUT_SIGNAL

// Copies and adds `bytes` to the counter at `signal_addr` on PE `pe` as they land (signal.h, counted
// signals). `dest` and the counter are symmetric; dest, source and bytes are multiples of 16, the counter's
// place in the heap one of 256, and the counter does not lie in dest. A status: NVSHMEMX_ERROR_INVALID_VALUE
// with nothing done where one of these does not hold. 0 bytes have no effect.
NVSHMEM_DEVICE_API int nvshmemx_putmem_signal_counted_nbi_block(void* dest, const void* source, size_t bytes,
                                                                uint64_t* signal_addr, int pe) {
    return NVSHMEMI_SCOPED(block, (nvshmemid_putmem_signal_counted_nbi, dest, source, bytes, signal_addr, pe),
                           put_counted<nvshmemi::block>(dest, source, bytes, signal_addr, pe));
}

NVSHMEM_END_C
