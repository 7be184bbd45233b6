// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Put, get, p, g: contiguous transfers.
#include "ops/rma.h"

#include "nvshmem/rma.h"

using namespace omni::ops;

#define TYPED(NAME, TYPE)                                                                  \
    void nvshmem_##NAME##_put(TYPE* dest, const TYPE* source, size_t nelems, int pe) {     \
        put<sizeof(TYPE)>(self(), "nvshmem_" #NAME "_put", dest, source, nelems, pe);      \
    }                                                                                      \
    void nvshmem_##NAME##_get(TYPE* dest, const TYPE* source, size_t nelems, int pe) {     \
        get<sizeof(TYPE)>(self(), "nvshmem_" #NAME "_get", dest, source, nelems, pe);      \
    }                                                                                      \
    void nvshmem_##NAME##_put_nbi(TYPE* dest, const TYPE* source, size_t nelems, int pe) { \
        put<sizeof(TYPE)>(self(), "nvshmem_" #NAME "_put_nbi", dest, source, nelems, pe);  \
    }                                                                                      \
    void nvshmem_##NAME##_get_nbi(TYPE* dest, const TYPE* source, size_t nelems, int pe) { \
        get<sizeof(TYPE)>(self(), "nvshmem_" #NAME "_get_nbi", dest, source, nelems, pe);  \
    }                                                                                      \
    void nvshmem_##NAME##_p(TYPE* dest, const TYPE value, int pe) {                        \
        put_value(self(), "nvshmem_" #NAME "_p", dest, value, pe);                         \
    }                                                                                      \
    TYPE nvshmem_##NAME##_g(const TYPE* src, int pe) {                                     \
        return get_value(self(), "nvshmem_" #NAME "_g", src, pe);                          \
    }

#define SIZED(BITS)                                                                       \
    void nvshmem_put##BITS(void* dest, const void* source, size_t nelems, int pe) {       \
        put<BITS / 8>(self(), "nvshmem_put" #BITS, dest, source, nelems, pe);             \
    }                                                                                     \
    void nvshmem_get##BITS(void* dest, const void* source, size_t nelems, int pe) {       \
        get<BITS / 8>(self(), "nvshmem_get" #BITS, dest, source, nelems, pe);             \
    }                                                                                     \
    void nvshmem_put##BITS##_nbi(void* dest, const void* source, size_t nelems, int pe) { \
        put<BITS / 8>(self(), "nvshmem_put" #BITS "_nbi", dest, source, nelems, pe);      \
    }                                                                                     \
    void nvshmem_get##BITS##_nbi(void* dest, const void* source, size_t nelems, int pe) { \
        get<BITS / 8>(self(), "nvshmem_get" #BITS "_nbi", dest, source, nelems, pe);      \
    }

extern "C" {

NVSHMEM_FOR_EACH_RMA_TYPE(TYPED)
NVSHMEM_FOR_EACH_SIZE(SIZED)

void nvshmem_putmem(void* dest, const void* source, size_t bytes, int pe) {
    put<1>(self(), "nvshmem_putmem", dest, source, bytes, pe);
}
void nvshmem_getmem(void* dest, const void* source, size_t bytes, int pe) {
    get<1>(self(), "nvshmem_getmem", dest, source, bytes, pe);
}
void nvshmem_putmem_nbi(void* dest, const void* source, size_t bytes, int pe) {
    put<1>(self(), "nvshmem_putmem_nbi", dest, source, bytes, pe);
}
void nvshmem_getmem_nbi(void* dest, const void* source, size_t bytes, int pe) {
    get<1>(self(), "nvshmem_getmem_nbi", dest, source, bytes, pe);
}

}  // extern "C"
