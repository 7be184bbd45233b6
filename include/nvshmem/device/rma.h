// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Put and get by a warp or a block: rma.h and strided.h, shared out among the threads of the scope. `dest`
// and `source` may also be memory of the kernel: __shared__ arrays and local variables of the thread.
#pragma once

#include "../rma.h"
#include "../strided.h"
#include "scope.h"

NVSHMEM_BEGIN_C

// nvshmemx_TYPENAME_put_SCOPE, nvshmemx_TYPENAME_get_SCOPE and their nonblocking forms;
// nvshmemx_TYPENAME_iput_SCOPE, nvshmemx_TYPENAME_iget_SCOPE.
#define NVSHMEM_DEFINE_TRANSFER(SCOPE, NAME, TYPE, OP, THREAD_FORM)                             \
    NVSHMEM_DEVICE void NAME##_##SCOPE(TYPE* dest, const TYPE* source, size_t nelems, int pe) { \
        nvshmemi::OP<nvshmemi::SCOPE>(THREAD_FORM, dest, source, nelems, pe);                   \
    }
#define NVSHMEM_DEFINE_STRIDED(SCOPE, NAME, TYPE, OP, THREAD_FORM)                                   \
    NVSHMEM_DEVICE void NAME##_##SCOPE(TYPE* dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, \
                                       size_t nelems, int pe) {                                      \
        nvshmemi::OP<nvshmemi::SCOPE>(THREAD_FORM, dest, source, dst, sst, nelems, pe);              \
    }
#define NVSHMEM_DEFINE_TYPED(NAME, TYPE)                                                                    \
    NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_TRANSFER, nvshmemx_##NAME##_put, TYPE, put, nvshmem_##NAME##_put) \
    NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_TRANSFER, nvshmemx_##NAME##_get, TYPE, get, nvshmem_##NAME##_get) \
    NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_TRANSFER, nvshmemx_##NAME##_put_nbi, TYPE, put,                   \
                           nvshmem_##NAME##_put_nbi)                                                        \
    NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_TRANSFER, nvshmemx_##NAME##_get_nbi, TYPE, get,                   \
                           nvshmem_##NAME##_get_nbi)                                                        \
    NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_STRIDED, nvshmemx_##NAME##_iput, TYPE, iput,                      \
                           nvshmem_##NAME##_iput)                                                           \
    NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_STRIDED, nvshmemx_##NAME##_iget, TYPE, iget, nvshmem_##NAME##_iget)
NVSHMEM_FOR_EACH_RMA_TYPE(NVSHMEM_DEFINE_TYPED)
#undef NVSHMEM_DEFINE_TYPED

// nvshmemx_putSIZE_SCOPE and so on: elements of SIZE bits.
#define NVSHMEM_DEFINE_SIZED(SIZE)                                                                      \
    NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_TRANSFER, nvshmemx_put##SIZE, void, put, nvshmem_put##SIZE)   \
    NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_TRANSFER, nvshmemx_get##SIZE, void, get, nvshmem_get##SIZE)   \
    NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_TRANSFER, nvshmemx_put##SIZE##_nbi, void, put,                \
                           nvshmem_put##SIZE##_nbi)                                                     \
    NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_TRANSFER, nvshmemx_get##SIZE##_nbi, void, get,                \
                           nvshmem_get##SIZE##_nbi)                                                     \
    NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_STRIDED, nvshmemx_iput##SIZE, void, iput, nvshmem_iput##SIZE) \
    NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_STRIDED, nvshmemx_iget##SIZE, void, iget, nvshmem_iget##SIZE)
NVSHMEM_FOR_EACH_SIZE(NVSHMEM_DEFINE_SIZED)
#undef NVSHMEM_DEFINE_SIZED

// nvshmemx_putmem_SCOPE and so on: bytes.
NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_TRANSFER, nvshmemx_putmem, void, put, nvshmem_putmem)
NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_TRANSFER, nvshmemx_getmem, void, get, nvshmem_getmem)
NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_TRANSFER, nvshmemx_putmem_nbi, void, put, nvshmem_putmem_nbi)
NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_TRANSFER, nvshmemx_getmem_nbi, void, get, nvshmem_getmem_nbi)
#undef NVSHMEM_DEFINE_TRANSFER
#undef NVSHMEM_DEFINE_STRIDED

NVSHMEM_END_C
