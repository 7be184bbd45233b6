// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Collectives by a warp or a block of each PE: coll.h. The same team may be used by one scope at a time.
#pragma once

#include "../coll.h"
#include "scope.h"

NVSHMEM_BEGIN_C

// nvshmemx_barrier_SCOPE, nvshmemx_barrier_all_SCOPE, nvshmemx_team_sync_SCOPE, nvshmemx_sync_all_SCOPE
#define NVSHMEM_DEFINE_SYNC(SCOPE, ...)                                   \
    NVSHMEM_DEVICE int nvshmemx_barrier_##SCOPE(nvshmem_team_t team) {    \
        return nvshmemi::barrier<nvshmemi::SCOPE>(nvshmem_barrier, team); \
    }                                                                     \
    NVSHMEM_DEVICE int nvshmemx_team_sync_##SCOPE(nvshmem_team_t team) {  \
        return nvshmemi::sync<nvshmemi::SCOPE>(nvshmem_team_sync, team);  \
    }                                                                     \
    NVSHMEM_DEVICE void nvshmemx_barrier_all_##SCOPE(void) {              \
        nvshmemi::barrier<nvshmemi::SCOPE>(nvshmem_barrier_all);          \
    }                                                                     \
    NVSHMEM_DEVICE void nvshmemx_sync_all_##SCOPE(void) { nvshmemi::sync<nvshmemi::SCOPE>(nvshmem_sync_all); }
NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_SYNC, )
#undef NVSHMEM_DEFINE_SYNC

NVSHMEM_DEVICE int nvshmemx_barrier_warpgroup(nvshmem_team_t team) {
    return nvshmemi::barrier<nvshmemi::warpgroup>(nvshmem_barrier, team);
}

// nvshmemx_TYPENAME_broadcast_SCOPE, nvshmemx_TYPENAME_fcollect_SCOPE, nvshmemx_TYPENAME_alltoall_SCOPE and
// the forms by bytes
#define NVSHMEM_DEFINE_BROADCAST(SCOPE, NAME, TYPE, THREAD_FORM)                                      \
    NVSHMEM_DEVICE int NAME##_##SCOPE(nvshmem_team_t team, TYPE* dest, const TYPE* src, size_t nelem, \
                                      int PE_root) {                                                  \
        return nvshmemi::broadcast<nvshmemi::SCOPE>(THREAD_FORM, team, dest, src, nelem, PE_root);    \
    }
#define NVSHMEM_DEFINE_COLLECTIVE(SCOPE, NAME, TYPE, OP, THREAD_FORM)                                   \
    NVSHMEM_DEVICE int NAME##_##SCOPE(nvshmem_team_t team, TYPE* dest, const TYPE* src, size_t nelem) { \
        return nvshmemi::OP<nvshmemi::SCOPE>(THREAD_FORM, team, dest, src, nelem);                      \
    }
#define NVSHMEM_DEFINE_TYPED(NAME, TYPE)                                                          \
    NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_BROADCAST, nvshmemx_##NAME##_broadcast, TYPE,           \
                           nvshmem_##NAME##_broadcast)                                            \
    NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_COLLECTIVE, nvshmemx_##NAME##_fcollect, TYPE, fcollect, \
                           nvshmem_##NAME##_fcollect)                                             \
    NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_COLLECTIVE, nvshmemx_##NAME##_alltoall, TYPE, alltoall, \
                           nvshmem_##NAME##_alltoall)
NVSHMEM_FOR_EACH_RMA_TYPE(NVSHMEM_DEFINE_TYPED)
#undef NVSHMEM_DEFINE_TYPED
NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_BROADCAST, nvshmemx_broadcastmem, void, nvshmem_broadcastmem)
NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_COLLECTIVE, nvshmemx_fcollectmem, void, fcollect, nvshmem_fcollectmem)
NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_COLLECTIVE, nvshmemx_alltoallmem, void, alltoall, nvshmem_alltoallmem)
#undef NVSHMEM_DEFINE_BROADCAST
#undef NVSHMEM_DEFINE_COLLECTIVE

// nvshmemx_TYPENAME_OP_reduce_SCOPE, nvshmemx_TYPENAME_OP_reducescatter_SCOPE
#define NVSHMEM_DEFINE_SCOPED(SCOPE, NAME, TYPE, OP, FORM)                                              \
    NVSHMEM_DEVICE int nvshmemx_##NAME##_##OP##_##FORM##_##SCOPE(nvshmem_team_t team, TYPE* dest,       \
                                                                 const TYPE* src, size_t nreduce) {     \
        return nvshmemi::FORM<nvshmemi::SCOPE, nvshmemi::OP##_op>(nvshmem_##NAME##_##OP##_##FORM, team, \
                                                                  dest, src, nreduce);                  \
    }
#define NVSHMEM_DEFINE_REDUCTION(NAME, TYPE, OP)                          \
    NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_SCOPED, NAME, TYPE, OP, reduce) \
    NVSHMEM_FOR_EACH_SCOPE(NVSHMEM_DEFINE_SCOPED, NAME, TYPE, OP, reducescatter)
NVSHMEM_FOR_EACH_REDUCTION(NVSHMEM_DEFINE_REDUCTION)
#undef NVSHMEM_DEFINE_REDUCTION
#undef NVSHMEM_DEFINE_SCOPED

// Element k of `dest` is the src[k] of the member with the largest x; of equal ones the one with the smallest
// y.
NVSHMEM_DEVICE int nvshmemx_double2_maxloc_reduce_block(nvshmem_team_t team, double2* dest,
                                                        const double2* src, size_t nreduce) {
    return nvshmemi::reduce<nvshmemi::block, nvshmemi::maxloc_op>(nvshmemid_double2_maxloc_reduce, team, dest,
                                                                  src, nreduce);
}

NVSHMEM_END_C
