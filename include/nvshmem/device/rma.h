// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Put and get by a warp or a block: rma.h and strided.h. `dest` and `source` may also be memory of the
// kernel:
// __shared__ arrays and local variables of the thread.
#pragma once

#include "../rma.h"
#include "../strided.h"
#include "scope.h"

NVSHMEM_BEGIN_C

#define NVSHMEM_DEFINE_TRANSFER(SCOPE, NAME, TYPE, SIZE, OP, THREAD_FORM)                           \
    NVSHMEM_DEVICE_API void NAME##_##SCOPE(TYPE* dest, const TYPE* source, size_t nelems, int pe) { \
        return NVSHMEMI_SCOPED(SCOPE, (THREAD_FORM, dest, source, nelems, pe),                      \
                               OP##_bytes<nvshmemi::SCOPE>(dest, source, nelems * (SIZE), pe));     \
    }
#define NVSHMEM_DEFINE_STRIDED(SCOPE, NAME, TYPE, SIZE, OP, THREAD_FORM)                                  \
    NVSHMEM_DEVICE_API void NAME##_##SCOPE(TYPE* dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst,  \
                                           size_t nelems, int pe) {                                       \
        return NVSHMEMI_SCOPED(SCOPE, (THREAD_FORM, dest, source, dst, sst, nelems, pe),                  \
                               OP##_elements<nvshmemi::SCOPE>(dest, source, dst, sst, nelems, SIZE, pe)); \
    }

// nvshmemx_TYPENAME_put_SCOPE, nvshmemx_TYPENAME_get_SCOPE and their nonblocking forms;
// nvshmemx_TYPENAME_iput_SCOPE, nvshmemx_TYPENAME_iget_SCOPE.
#define NVSHMEM_DEFINE_SCOPED(SCOPE, NAME, TYPE)                                                           \
    NVSHMEM_DEFINE_TRANSFER(SCOPE, nvshmemx_##NAME##_put, TYPE, sizeof(TYPE), put, nvshmem_##NAME##_put)   \
    NVSHMEM_DEFINE_TRANSFER(SCOPE, nvshmemx_##NAME##_get, TYPE, sizeof(TYPE), get, nvshmem_##NAME##_get)   \
    NVSHMEM_DEFINE_TRANSFER(SCOPE, nvshmemx_##NAME##_put_nbi, TYPE, sizeof(TYPE), put,                     \
                            nvshmem_##NAME##_put_nbi)                                                      \
    NVSHMEM_DEFINE_TRANSFER(SCOPE, nvshmemx_##NAME##_get_nbi, TYPE, sizeof(TYPE), get,                     \
                            nvshmem_##NAME##_get_nbi)                                                      \
    NVSHMEM_DEFINE_STRIDED(SCOPE, nvshmemx_##NAME##_iput, TYPE, sizeof(TYPE), iput, nvshmem_##NAME##_iput) \
    NVSHMEM_DEFINE_STRIDED(SCOPE, nvshmemx_##NAME##_iget, TYPE, sizeof(TYPE), iget, nvshmem_##NAME##_iget)
#define NVSHMEM_DEFINE_TYPED(NAME, TYPE) NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_SCOPED, NAME, TYPE)
NVSHMEM_FOR_EACH_RMA_TYPE(NVSHMEM_DEFINE_TYPED)
#undef NVSHMEM_DEFINE_TYPED
#undef NVSHMEM_DEFINE_SCOPED

// nvshmemx_putSIZE_SCOPE and so on: elements of SIZE bits.
#define NVSHMEM_DEFINE_SCOPED(SCOPE, BITS)                                                                 \
    NVSHMEM_DEFINE_TRANSFER(SCOPE, nvshmemx_put##BITS, void, BITS / 8, put, nvshmem_put##BITS)             \
    NVSHMEM_DEFINE_TRANSFER(SCOPE, nvshmemx_get##BITS, void, BITS / 8, get, nvshmem_get##BITS)             \
    NVSHMEM_DEFINE_TRANSFER(SCOPE, nvshmemx_put##BITS##_nbi, void, BITS / 8, put, nvshmem_put##BITS##_nbi) \
    NVSHMEM_DEFINE_TRANSFER(SCOPE, nvshmemx_get##BITS##_nbi, void, BITS / 8, get, nvshmem_get##BITS##_nbi) \
    NVSHMEM_DEFINE_STRIDED(SCOPE, nvshmemx_iput##BITS, void, BITS / 8, iput, nvshmem_iput##BITS)           \
    NVSHMEM_DEFINE_STRIDED(SCOPE, nvshmemx_iget##BITS, void, BITS / 8, iget, nvshmem_iget##BITS)
#define NVSHMEM_DEFINE_SIZED(SIZE) NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_SCOPED, SIZE)
NVSHMEM_FOR_EACH_SIZE(NVSHMEM_DEFINE_SIZED)
#undef NVSHMEM_DEFINE_SIZED
#undef NVSHMEM_DEFINE_SCOPED

// nvshmemx_putmem_SCOPE and so on: bytes.
#define NVSHMEM_DEFINE_SCOPED(SCOPE, ...)                                                 \
    NVSHMEM_DEFINE_TRANSFER(SCOPE, nvshmemx_putmem, void, 1, put, nvshmem_putmem)         \
    NVSHMEM_DEFINE_TRANSFER(SCOPE, nvshmemx_getmem, void, 1, get, nvshmem_getmem)         \
    NVSHMEM_DEFINE_TRANSFER(SCOPE, nvshmemx_putmem_nbi, void, 1, put, nvshmem_putmem_nbi) \
    NVSHMEM_DEFINE_TRANSFER(SCOPE, nvshmemx_getmem_nbi, void, 1, get, nvshmem_getmem_nbi)
NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_SCOPED, )
#undef NVSHMEM_DEFINE_SCOPED
#undef NVSHMEM_DEFINE_TRANSFER
#undef NVSHMEM_DEFINE_STRIDED

NVSHMEM_END_C
