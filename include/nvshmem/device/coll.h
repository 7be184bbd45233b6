// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Collectives by a warp or a block of each PE: coll.h. The same team may be used by one scope at a time.
#pragma once

#include "../coll.h"
#include "../detail/vector_types.h"
#include "scope.h"

NVSHMEM_BEGIN_C

// ---- Synchronization ----

#define NVSHMEM_DEFINE_SYNC(SCOPE, ...)                                                                    \
    NVSHMEM_DEVICE_API int nvshmemx_barrier_##SCOPE(nvshmem_team_t team) {                                 \
        return NVSHMEMI_SCOPED(SCOPE, (nvshmem_barrier, team), barrier<nvshmemi::SCOPE>(team));            \
    }                                                                                                      \
    NVSHMEM_DEVICE_API int nvshmemx_team_sync_##SCOPE(nvshmem_team_t team) {                               \
        return NVSHMEMI_SCOPED(SCOPE, (nvshmem_team_sync, team), barrier<nvshmemi::SCOPE>(team));          \
    }                                                                                                      \
    NVSHMEM_DEVICE_API void nvshmemx_barrier_all_##SCOPE(void) {                                           \
        (void)NVSHMEMI_SCOPED(SCOPE, (nvshmem_barrier_all), barrier<nvshmemi::SCOPE>(NVSHMEM_TEAM_WORLD)); \
    }                                                                                                      \
    NVSHMEM_DEVICE_API void nvshmemx_sync_all_##SCOPE(void) {                                              \
        (void)NVSHMEMI_SCOPED(SCOPE, (nvshmem_sync_all), barrier<nvshmemi::SCOPE>(NVSHMEM_TEAM_WORLD));    \
    }
NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_SYNC, )
#undef NVSHMEM_DEFINE_SYNC

NVSHMEM_DEVICE_API int nvshmemx_barrier_warpgroup(nvshmem_team_t team) {
    return NVSHMEMI_SCOPED(warpgroup, (nvshmem_barrier, team), barrier<nvshmemi::warpgroup>(team));
}

// ---- Data movement ----

#define NVSHMEM_DEFINE_BROADCAST(SCOPE, NAME, TYPE, SIZE, THREAD_FORM)                                      \
    NVSHMEM_DEVICE_API int NAME##_##SCOPE(nvshmem_team_t team, TYPE* dest, const TYPE* src, size_t nelem,   \
                                          int PE_root) {                                                    \
        return NVSHMEMI_SCOPED(SCOPE, (THREAD_FORM, team, dest, src, nelem, PE_root),                       \
                               broadcast_bytes<nvshmemi::SCOPE>(team, dest, src, nelem * (SIZE), PE_root)); \
    }
#define NVSHMEM_DEFINE_EXCHANGE(SCOPE, NAME, TYPE, SIZE, OP, THREAD_FORM)                                   \
    NVSHMEM_DEVICE_API int NAME##_##SCOPE(nvshmem_team_t team, TYPE* dest, const TYPE* src, size_t nelem) { \
        return NVSHMEMI_SCOPED(SCOPE, (THREAD_FORM, team, dest, src, nelem),                                \
                               OP##_bytes<nvshmemi::SCOPE>(team, dest, src, nelem * (SIZE)));               \
    }

// nvshmemx_TYPENAME_broadcast_SCOPE, nvshmemx_TYPENAME_fcollect_SCOPE, nvshmemx_TYPENAME_alltoall_SCOPE
#define NVSHMEM_DEFINE_SCOPED(SCOPE, NAME, TYPE)                                             \
    NVSHMEM_DEFINE_BROADCAST(SCOPE, nvshmemx_##NAME##_broadcast, TYPE, sizeof(TYPE),         \
                             nvshmem_##NAME##_broadcast)                                     \
    NVSHMEM_DEFINE_EXCHANGE(SCOPE, nvshmemx_##NAME##_fcollect, TYPE, sizeof(TYPE), fcollect, \
                            nvshmem_##NAME##_fcollect)                                       \
    NVSHMEM_DEFINE_EXCHANGE(SCOPE, nvshmemx_##NAME##_alltoall, TYPE, sizeof(TYPE), alltoall, \
                            nvshmem_##NAME##_alltoall)
#define NVSHMEM_DEFINE_TYPED(NAME, TYPE) NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_SCOPED, NAME, TYPE)
NVSHMEM_FOR_EACH_RMA_TYPE(NVSHMEM_DEFINE_TYPED)
#undef NVSHMEM_DEFINE_TYPED
#undef NVSHMEM_DEFINE_SCOPED

// The same by bytes.
#define NVSHMEM_DEFINE_SCOPED(SCOPE, ...)                                                        \
    NVSHMEM_DEFINE_BROADCAST(SCOPE, nvshmemx_broadcastmem, void, 1, nvshmem_broadcastmem)        \
    NVSHMEM_DEFINE_EXCHANGE(SCOPE, nvshmemx_fcollectmem, void, 1, fcollect, nvshmem_fcollectmem) \
    NVSHMEM_DEFINE_EXCHANGE(SCOPE, nvshmemx_alltoallmem, void, 1, alltoall, nvshmem_alltoallmem)
NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_SCOPED, )
#undef NVSHMEM_DEFINE_SCOPED
#undef NVSHMEM_DEFINE_BROADCAST
#undef NVSHMEM_DEFINE_EXCHANGE

// ---- Reduction ----

// nvshmemx_TYPENAME_OP_reduce_SCOPE, nvshmemx_TYPENAME_OP_reducescatter_SCOPE
#define NVSHMEM_DEFINE_FORM(SCOPE, NAME, TYPE, OP, FORM)                                                \
    NVSHMEM_DEVICE_API int nvshmemx_##NAME##_##OP##_##FORM##_##SCOPE(nvshmem_team_t team, TYPE* dest,   \
                                                                     const TYPE* src, size_t nreduce) { \
        return NVSHMEMI_SCOPED(                                                                         \
            SCOPE, (nvshmem_##NAME##_##OP##_##FORM, team, dest, src, nreduce),                          \
            FORM##_elements<nvshmemi::SCOPE, nvshmemi::OP##_op>(team, dest, src, nreduce));             \
    }
#define NVSHMEM_DEFINE_SCOPED(SCOPE, NAME, TYPE, OP)   \
    NVSHMEM_DEFINE_FORM(SCOPE, NAME, TYPE, OP, reduce) \
    NVSHMEM_DEFINE_FORM(SCOPE, NAME, TYPE, OP, reducescatter)
#define NVSHMEM_DEFINE_REDUCTION(NAME, TYPE, OP) NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_SCOPED, NAME, TYPE, OP)
NVSHMEM_FOR_EACH_REDUCTION(NVSHMEM_DEFINE_REDUCTION)
#undef NVSHMEM_DEFINE_REDUCTION
#undef NVSHMEM_DEFINE_SCOPED
#undef NVSHMEM_DEFINE_FORM

// Element k of `dest` is the src[k] of the member with the largest x; of equal ones the one with the smallest
// y.
NVSHMEM_DEVICE_API int nvshmemx_double2_maxloc_reduce_block(nvshmem_team_t team, double2* dest,
                                                            const double2* src, size_t nreduce) {
    return NVSHMEMI_SCOPED(block, (nvshmemid_double2_maxloc_reduce, team, dest, src, nreduce),
                           reduce_elements<nvshmemi::block, nvshmemi::maxloc_op>(team, dest, src, nreduce));
}

NVSHMEM_END_C
