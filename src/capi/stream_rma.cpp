// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// On-stream put, get, p, g and strided forms.
#include "capi/on_stream.h"
#include "nvshmem/rma.h"
#include "nvshmem/stream.h"
#include "nvshmem/strided.h"

using namespace omni;
using capi::later;
using ops::self;

namespace {

template <class T>
T g_on_stream(const char* call, const T* src, int pe, T (*host_call)(const T*, int), cudaStream_t stream) {
    T value{};
    if (!ops::check_get(self(), call, &value, src, 1, sizeof(T), pe)) return value;
    auto device = cuda::device();
    Status status = device.ok() ? stream::enqueue(stream, [=, &value] { value = host_call(src, pe); })
                                : std::move(device).status();
    if (status.ok()) status = (*device)->synchronize(stream);
    capi::finish(call, status);
    return value;
}

}  // namespace

#define TRANSFER(NAME, TYPE, SIZE, OP, FORM, HOST_CALL)                                                  \
    void NAME##FORM##_on_stream(TYPE* dest, const TYPE* source, size_t nelems, int pe, cudaStream_t s) { \
        constexpr const char* call = #NAME #FORM "_on_stream";                                           \
        if (ops::check_##OP(self(), call, dest, source, nelems, SIZE, pe))                               \
            later(call, s, HOST_CALL##FORM, dest, source, nelems, pe);                                   \
    }

#define STRIDED(NAME, TYPE, SIZE, OP, HOST_CALL)                                                       \
    void NAME##_on_stream(TYPE* dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, \
                          int pe, cudaStream_t s) {                                                    \
        constexpr const char* call = #NAME "_on_stream";                                               \
        if (ops::check_##OP(self(), call, dest, source, {dst, sst, nelems, SIZE}, pe))                 \
            later(call, s, HOST_CALL, dest, source, dst, sst, nelems, pe);                             \
    }

#define TYPED(NAME, TYPE)                                                                      \
    TRANSFER(nvshmemx_##NAME##_put, TYPE, sizeof(TYPE), put, , nvshmem_##NAME##_put)           \
    TRANSFER(nvshmemx_##NAME##_get, TYPE, sizeof(TYPE), get, , nvshmem_##NAME##_get)           \
    TRANSFER(nvshmemx_##NAME##_put, TYPE, sizeof(TYPE), put, _nbi, nvshmem_##NAME##_put)       \
    TRANSFER(nvshmemx_##NAME##_get, TYPE, sizeof(TYPE), get, _nbi, nvshmem_##NAME##_get)       \
    STRIDED(nvshmemx_##NAME##_iput, TYPE, sizeof(TYPE), iput, nvshmem_##NAME##_iput)           \
    STRIDED(nvshmemx_##NAME##_iget, TYPE, sizeof(TYPE), iget, nvshmem_##NAME##_iget)           \
    void nvshmemx_##NAME##_p_on_stream(TYPE* dest, const TYPE value, int pe, cudaStream_t s) { \
        constexpr const char* call = "nvshmemx_" #NAME "_p_on_stream";                         \
        if (ops::check_put(self(), call, dest, &value, 1, sizeof(TYPE), pe))                   \
            later(call, s, nvshmem_##NAME##_p, dest, value, pe);                               \
    }                                                                                          \
    TYPE nvshmemx_##NAME##_g_on_stream(const TYPE* src, int pe, cudaStream_t s) {              \
        return g_on_stream("nvshmemx_" #NAME "_g_on_stream", src, pe, nvshmem_##NAME##_g, s);  \
    }

#define SIZED(BITS)                                                            \
    TRANSFER(nvshmemx_put##BITS, void, BITS / 8, put, , nvshmem_put##BITS)     \
    TRANSFER(nvshmemx_get##BITS, void, BITS / 8, get, , nvshmem_get##BITS)     \
    TRANSFER(nvshmemx_put##BITS, void, BITS / 8, put, _nbi, nvshmem_put##BITS) \
    TRANSFER(nvshmemx_get##BITS, void, BITS / 8, get, _nbi, nvshmem_get##BITS) \
    STRIDED(nvshmemx_iput##BITS, void, BITS / 8, iput, nvshmem_iput##BITS)     \
    STRIDED(nvshmemx_iget##BITS, void, BITS / 8, iget, nvshmem_iget##BITS)

extern "C" {

NVSHMEM_FOR_EACH_RMA_TYPE(TYPED)
NVSHMEM_FOR_EACH_SIZE(SIZED)
TRANSFER(nvshmemx_putmem, void, 1, put, , nvshmem_putmem)
TRANSFER(nvshmemx_getmem, void, 1, get, , nvshmem_getmem)
TRANSFER(nvshmemx_putmem, void, 1, put, _nbi, nvshmem_putmem)
TRANSFER(nvshmemx_getmem, void, 1, get, _nbi, nvshmem_getmem)

}  // extern "C"
