// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// On-stream forms: the call without `_on_stream`, carried out in the order of a CUDA stream.
//
// The calls return before the work is done. It begins when all earlier work of the stream is done (kernels,
// copies, events, other on-stream calls), and later work of the stream begins when it is done in the sense of
// the host call: a blocking put's source may be changed, a get's destination read, a wait is satisfied. The
// host thread sees that after cudaStreamSynchronize or an event. Arrays that a call is given by address (the
// data, `status`, `cmp_value` of the vector form) must live until then; values are taken at the call.
//
// Streams of any kind will do: 0 or NULL, cudaStreamPerThread, non-blocking ones, and streams that are being
// captured: the call becomes a node of the graph and is carried out at each launch.
//
// Collectives of one team on several streams, or on a stream and by the host, are in use of the team at the
// same time unless events order them: that is an error as it is for threads (coll.h).
//
// Errors in the arguments are reported by the call (error.h), with nothing given to the stream. What goes
// wrong later ends the job, or in mode return is what nvshmemx_last_error() gives to the thread that asks
// first. Without a CUDA device the virtual one is loaded; where that is missing:
// NVSHMEMX_ERROR_NOT_SUPPORTED.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "detail/cuda_types.h"
#include "detail/expand.h"
#include "detail/export.h"
#include "types.h"

NVSHMEM_BEGIN_C

// ---- Remote memory access (rma.h, strided.h) ----

// g is the exception: it waits for the stream and returns the value; refused in a capture.
#define NVSHMEM_DECLARE_ON_STREAM(TYPENAME, TYPE)                                                           \
    NVSHMEM_API void nvshmemx_##TYPENAME##_put_on_stream(TYPE* dest, const TYPE* source, size_t nelems,     \
                                                         int pe, cudaStream_t cstrm);                       \
    NVSHMEM_API void nvshmemx_##TYPENAME##_get_on_stream(TYPE* dest, const TYPE* source, size_t nelems,     \
                                                         int pe, cudaStream_t cstrm);                       \
    NVSHMEM_API void nvshmemx_##TYPENAME##_put_nbi_on_stream(TYPE* dest, const TYPE* source, size_t nelems, \
                                                             int pe, cudaStream_t cstrm);                   \
    NVSHMEM_API void nvshmemx_##TYPENAME##_get_nbi_on_stream(TYPE* dest, const TYPE* source, size_t nelems, \
                                                             int pe, cudaStream_t cstrm);                   \
    NVSHMEM_API void nvshmemx_##TYPENAME##_p_on_stream(TYPE* dest, const TYPE value, int pe,                \
                                                       cudaStream_t cstrm);                                 \
    NVSHMEM_API TYPE nvshmemx_##TYPENAME##_g_on_stream(const TYPE* src, int pe, cudaStream_t cstrm);        \
    NVSHMEM_API void nvshmemx_##TYPENAME##_iput_on_stream(TYPE* dest, const TYPE* source, ptrdiff_t dst,    \
                                                          ptrdiff_t sst, size_t nelems, int pe,             \
                                                          cudaStream_t cstrm);                              \
    NVSHMEM_API void nvshmemx_##TYPENAME##_iget_on_stream(TYPE* dest, const TYPE* source, ptrdiff_t dst,    \
                                                          ptrdiff_t sst, size_t nelems, int pe,             \
                                                          cudaStream_t cstrm);
NVSHMEM_FOR_EACH_RMA_TYPE(NVSHMEM_DECLARE_ON_STREAM)
#undef NVSHMEM_DECLARE_ON_STREAM

#define NVSHMEM_DECLARE_ON_STREAM(SIZE)                                                                    \
    NVSHMEM_API void nvshmemx_put##SIZE##_on_stream(void* dest, const void* source, size_t nelems, int pe, \
                                                    cudaStream_t cstrm);                                   \
    NVSHMEM_API void nvshmemx_get##SIZE##_on_stream(void* dest, const void* source, size_t nelems, int pe, \
                                                    cudaStream_t cstrm);                                   \
    NVSHMEM_API void nvshmemx_put##SIZE##_nbi_on_stream(void* dest, const void* source, size_t nelems,     \
                                                        int pe, cudaStream_t cstrm);                       \
    NVSHMEM_API void nvshmemx_get##SIZE##_nbi_on_stream(void* dest, const void* source, size_t nelems,     \
                                                        int pe, cudaStream_t cstrm);                       \
    NVSHMEM_API void nvshmemx_iput##SIZE##_on_stream(void* dest, const void* source, ptrdiff_t dst,        \
                                                     ptrdiff_t sst, size_t nelems, int pe,                 \
                                                     cudaStream_t cstrm);                                  \
    NVSHMEM_API void nvshmemx_iget##SIZE##_on_stream(void* dest, const void* source, ptrdiff_t dst,        \
                                                     ptrdiff_t sst, size_t nelems, int pe,                 \
                                                     cudaStream_t cstrm);
NVSHMEM_FOR_EACH_SIZE(NVSHMEM_DECLARE_ON_STREAM)
#undef NVSHMEM_DECLARE_ON_STREAM

NVSHMEM_API void nvshmemx_putmem_on_stream(void* dest, const void* source, size_t bytes, int pe,
                                           cudaStream_t cstrm);
NVSHMEM_API void nvshmemx_getmem_on_stream(void* dest, const void* source, size_t bytes, int pe,
                                           cudaStream_t cstrm);
NVSHMEM_API void nvshmemx_putmem_nbi_on_stream(void* dest, const void* source, size_t bytes, int pe,
                                               cudaStream_t cstrm);
NVSHMEM_API void nvshmemx_getmem_nbi_on_stream(void* dest, const void* source, size_t bytes, int pe,
                                               cudaStream_t cstrm);

// ---- Signals (signal.h) ----

#define NVSHMEM_DECLARE_ON_STREAM(TYPENAME, TYPE)                                                       \
    NVSHMEM_API void nvshmemx_##TYPENAME##_put_signal_on_stream(                                        \
        TYPE* dest, const TYPE* source, size_t nelems, uint64_t* sig_addr, uint64_t signal, int sig_op, \
        int pe, cudaStream_t cstrm);                                                                    \
    NVSHMEM_API void nvshmemx_##TYPENAME##_put_signal_nbi_on_stream(                                    \
        TYPE* dest, const TYPE* source, size_t nelems, uint64_t* sig_addr, uint64_t signal, int sig_op, \
        int pe, cudaStream_t cstrm);
NVSHMEM_FOR_EACH_RMA_TYPE(NVSHMEM_DECLARE_ON_STREAM)
#undef NVSHMEM_DECLARE_ON_STREAM

#define NVSHMEM_DECLARE_ON_STREAM(SIZE)                                                                     \
    NVSHMEM_API void nvshmemx_put##SIZE##_signal_on_stream(void* dest, const void* source, size_t nelems,   \
                                                           uint64_t* sig_addr, uint64_t signal, int sig_op, \
                                                           int pe, cudaStream_t cstrm);                     \
    NVSHMEM_API void nvshmemx_put##SIZE##_signal_nbi_on_stream(                                             \
        void* dest, const void* source, size_t nelems, uint64_t* sig_addr, uint64_t signal, int sig_op,     \
        int pe, cudaStream_t cstrm);
NVSHMEM_FOR_EACH_SIZE(NVSHMEM_DECLARE_ON_STREAM)
#undef NVSHMEM_DECLARE_ON_STREAM

NVSHMEM_API void nvshmemx_putmem_signal_on_stream(void* dest, const void* source, size_t bytes,
                                                  uint64_t* sig_addr, uint64_t signal, int sig_op, int pe,
                                                  cudaStream_t cstrm);
NVSHMEM_API void nvshmemx_putmem_signal_nbi_on_stream(void* dest, const void* source, size_t bytes,
                                                      uint64_t* sig_addr, uint64_t signal, int sig_op, int pe,
                                                      cudaStream_t cstrm);
NVSHMEM_API void nvshmemx_signal_op_on_stream(uint64_t* sig_addr, uint64_t signal, int sig_op, int pe,
                                              cudaStream_t cstrm);

// ---- Waits (wait.h, signal.h) ----

NVSHMEM_API void nvshmemx_signal_wait_until_on_stream(uint64_t* sig_addr, int cmp, uint64_t cmp_value,
                                                      cudaStream_t cstream);
#define NVSHMEM_DECLARE_ON_STREAM(TYPENAME, TYPE)                                                      \
    NVSHMEM_API void nvshmemx_##TYPENAME##_wait_until_on_stream(TYPE* ivar, int cmp, TYPE cmp_value,   \
                                                                cudaStream_t cstream);                 \
    NVSHMEM_API void nvshmemx_##TYPENAME##_wait_until_all_on_stream(                                   \
        TYPE* ivars, size_t nelems, const int* status, int cmp, TYPE cmp_value, cudaStream_t cstream); \
    NVSHMEM_API void nvshmemx_##TYPENAME##_wait_until_all_vector_on_stream(                            \
        TYPE* ivars, size_t nelems, const int* status, int cmp, TYPE* cmp_value, cudaStream_t cstream);
NVSHMEM_FOR_EACH_WAIT_TYPE(NVSHMEM_DECLARE_ON_STREAM)
#undef NVSHMEM_DECLARE_ON_STREAM

// ---- Order (order.h): of all operations of this PE that were issued before, by streams and by the host ----

NVSHMEM_API void nvshmemx_quiet_on_stream(cudaStream_t cstrm);
NVSHMEM_API void nvshmemx_flush_on_stream(cudaStream_t cstrm);

// ---- Collectives (coll.h) ----

NVSHMEM_API int nvshmemx_barrier_on_stream(nvshmem_team_t team, cudaStream_t stream);
NVSHMEM_API void nvshmemx_barrier_all_on_stream(cudaStream_t stream);
NVSHMEM_API int nvshmemx_team_sync_on_stream(nvshmem_team_t team, cudaStream_t stream);
NVSHMEM_API void nvshmemx_sync_all_on_stream(cudaStream_t stream);

#define NVSHMEM_DECLARE_ON_STREAM(TYPENAME, TYPE)                                                          \
    NVSHMEM_API int nvshmemx_##TYPENAME##_broadcast_on_stream(                                             \
        nvshmem_team_t team, TYPE* dest, const TYPE* src, size_t nelem, int PE_root, cudaStream_t stream); \
    NVSHMEM_API int nvshmemx_##TYPENAME##_fcollect_on_stream(                                              \
        nvshmem_team_t team, TYPE* dest, const TYPE* src, size_t nelem, cudaStream_t stream);              \
    NVSHMEM_API int nvshmemx_##TYPENAME##_alltoall_on_stream(                                              \
        nvshmem_team_t team, TYPE* dest, const TYPE* src, size_t nelem, cudaStream_t stream);
NVSHMEM_FOR_EACH_RMA_TYPE(NVSHMEM_DECLARE_ON_STREAM)
#undef NVSHMEM_DECLARE_ON_STREAM

NVSHMEM_API int nvshmemx_broadcastmem_on_stream(nvshmem_team_t team, void* dest, const void* src,
                                                size_t nelem, int PE_root, cudaStream_t stream);
NVSHMEM_API int nvshmemx_fcollectmem_on_stream(nvshmem_team_t team, void* dest, const void* src, size_t nelem,
                                               cudaStream_t stream);
NVSHMEM_API int nvshmemx_alltoallmem_on_stream(nvshmem_team_t team, void* dest, const void* src, size_t nelem,
                                               cudaStream_t stream);

// nvshmemx_TYPENAME_OP_reduce_on_stream, nvshmemx_TYPENAME_OP_reducescatter_on_stream
#define NVSHMEM_DECLARE_ON_STREAM(TYPENAME, TYPE, OP)                                           \
    NVSHMEM_API int nvshmemx_##TYPENAME##_##OP##_reduce_on_stream(                              \
        nvshmem_team_t team, TYPE* dest, const TYPE* src, size_t nreduce, cudaStream_t stream); \
    NVSHMEM_API int nvshmemx_##TYPENAME##_##OP##_reducescatter_on_stream(                       \
        nvshmem_team_t team, TYPE* dest, const TYPE* src, size_t nreduce, cudaStream_t stream);
NVSHMEM_FOR_EACH_REDUCTION(NVSHMEM_DECLARE_ON_STREAM)
#undef NVSHMEM_DECLARE_ON_STREAM

NVSHMEM_END_C
