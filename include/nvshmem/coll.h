// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Collectives.
//
// Every member of `team` calls the same collective with the same counts and, where there is one, the same
// root, in the same order; other PEs do not. One thread per team at a time. The calls block until this PE's
// part is done: `src` may be changed and `dest` read when a data collective returns, but other members may
// still be at work. `dest` must be ready on every member at the call (it may be written from then on).
//
// Arguments. `dest` and `src` are symmetric addresses. Ranks, roots and the order of blocks are those of the
// *team*. Counts are elements of TYPE (bytes for the `mem` forms) and the same on every member; with 0
// nothing is copied, nobody is waited for and pointers may be NULL. `dest` and `src` do not overlap, with
// these exceptions: they may be equal in broadcast, reduce and reducescatter, and in fcollect `src` may be
// the caller's own block of `dest`.
//
// Errors. A result other than 0 is a status (error.h). A team that is invalid or destroyed, or of which the
// caller is no member, a wrong root or a bad address is refused on the PE that passes it. An expired wait
// (NVSHMEM_WAIT_TIMEOUT) too.
#pragma once

#include <stddef.h>

#include "detail/expand.h"
#include "detail/export.h"
#include "types.h"

NVSHMEM_BEGIN_C

// ---- Synchronization ----

// Returns when all members have entered, and all operations that they issued before are complete at their
// targets.
NVSHMEM_DUAL_API int nvshmem_barrier(nvshmem_team_t team);
NVSHMEM_DUAL_API void nvshmem_barrier_all(void);

// Returns when all members have entered. Stores to own memory are visible to the others then; remote
// operations are completed by nvshmem_quiet, not by a sync.
NVSHMEM_DUAL_API int nvshmem_team_sync(nvshmem_team_t team);
NVSHMEM_DUAL_API void nvshmem_sync_all(void);
#define nvshmem_sync nvshmem_team_sync

// ---- Data movement ----

// nvshmem_TYPENAME_broadcast: copies the root's `nelem` elements to `dest` of every member, the root
// included. nvshmem_TYPENAME_fcollect:  `dest` gets the `nelem` elements of each member in rank order, n_pes
// * nelem in all. nvshmem_TYPENAME_alltoall:  block j of rank i's `dest` is block i of rank j's `src`. A
// block is `nelems`
//                             elements, both arrays hold n_pes blocks.
#define NVSHMEM_DECLARE_MOVEMENT(TYPENAME, TYPE)                                                          \
    NVSHMEM_DUAL_API int nvshmem_##TYPENAME##_broadcast(nvshmem_team_t team, TYPE* dest, const TYPE* src, \
                                                        size_t nelem, int PE_root);                       \
    NVSHMEM_DUAL_API int nvshmem_##TYPENAME##_fcollect(nvshmem_team_t team, TYPE* dest, const TYPE* src,  \
                                                       size_t nelem);                                     \
    NVSHMEM_DUAL_API int nvshmem_##TYPENAME##_alltoall(nvshmem_team_t team, TYPE* dest, const TYPE* src,  \
                                                       size_t nelems);
NVSHMEM_FOR_EACH_RMA_TYPE(NVSHMEM_DECLARE_MOVEMENT)
#undef NVSHMEM_DECLARE_MOVEMENT

// The same by bytes.
NVSHMEM_DUAL_API int nvshmem_broadcastmem(nvshmem_team_t team, void* dest, const void* src, size_t nelems,
                                          int PE_root);
NVSHMEM_DUAL_API int nvshmem_fcollectmem(nvshmem_team_t team, void* dest, const void* src, size_t nelems);
NVSHMEM_DUAL_API int nvshmem_alltoallmem(nvshmem_team_t team, void* dest, const void* src, size_t nelems);

// ---- Reduction ----

// nvshmem_TYPENAME_OP_reduce:        element k of every `dest` combines element k of every member's `src`;
//                                    `nreduce` elements in both arrays.
// nvshmem_TYPENAME_OP_reducescatter: `dest` of rank i gets block i of that result: `nreduce` elements, from
//                                    n_pes * nreduce elements in `src`.
//
// The elements are combined in rank order, ((rank 0 op rank 1) op rank 2) ..., so that every member gets the
// same bits, floating types included. Integer sums and products wrap. half and bfloat16 are combined as float
// and rounded once. In min and max a NaN gives way to a number; zeros of both signs are equal, and that of
// the lowest rank stays.
#define NVSHMEM_DECLARE_REDUCTION(TYPENAME, TYPE, OP)                                               \
    NVSHMEM_DUAL_API int nvshmem_##TYPENAME##_##OP##_reduce(nvshmem_team_t team, TYPE* dest,        \
                                                            const TYPE* src, size_t nreduce);       \
    NVSHMEM_DUAL_API int nvshmem_##TYPENAME##_##OP##_reducescatter(nvshmem_team_t team, TYPE* dest, \
                                                                   const TYPE* src, size_t nreduce);

// OP is min, max, sum or prod, on integers of a known sign also and, or, xor.
NVSHMEM_FOR_EACH_REDUCTION(NVSHMEM_DECLARE_REDUCTION)
#undef NVSHMEM_DECLARE_REDUCTION

NVSHMEM_END_C
