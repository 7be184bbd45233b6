// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// On-stream collectives and order.
#include "capi/on_stream.h"
#include "nvshmem/coll.h"
#include "nvshmem/order.h"
#include "nvshmem/stream.h"

using namespace omni::capi;

namespace {

/// For calls without arguments that could be wrong.
void order_later(const char* call, cudaStream_t stream, void (*host_call)()) {
    if (require(call)) later(call, stream, host_call);
}

}  // namespace

#define COLLECTIVE(NAME, TYPE, HOST_CALL)                                                                  \
    int NAME##_on_stream(nvshmem_team_t team, TYPE* dest, const TYPE* src, size_t count, cudaStream_t s) { \
        return collective_later(#NAME "_on_stream", s, HOST_CALL, team, dest, src, count);                 \
    }

#define BROADCAST(NAME, TYPE, HOST_CALL)                                                              \
    int NAME##_on_stream(nvshmem_team_t team, TYPE* dest, const TYPE* src, size_t nelem, int PE_root, \
                         cudaStream_t s) {                                                            \
        return collective_later(#NAME "_on_stream", s, HOST_CALL, team, dest, src, nelem, PE_root);   \
    }

#define MOVEMENT(NAME, TYPE)                                                 \
    BROADCAST(nvshmemx_##NAME##_broadcast, TYPE, nvshmem_##NAME##_broadcast) \
    COLLECTIVE(nvshmemx_##NAME##_fcollect, TYPE, nvshmem_##NAME##_fcollect)  \
    COLLECTIVE(nvshmemx_##NAME##_alltoall, TYPE, nvshmem_##NAME##_alltoall)

#define REDUCTION(NAME, TYPE, OP)                                                     \
    COLLECTIVE(nvshmemx_##NAME##_##OP##_reduce, TYPE, nvshmem_##NAME##_##OP##_reduce) \
    COLLECTIVE(nvshmemx_##NAME##_##OP##_reducescatter, TYPE, nvshmem_##NAME##_##OP##_reducescatter)

extern "C" {

NVSHMEM_FOR_EACH_RMA_TYPE(MOVEMENT)
NVSHMEM_FOR_EACH_REDUCTION(REDUCTION)
BROADCAST(nvshmemx_broadcastmem, void, nvshmem_broadcastmem)
COLLECTIVE(nvshmemx_fcollectmem, void, nvshmem_fcollectmem)
COLLECTIVE(nvshmemx_alltoallmem, void, nvshmem_alltoallmem)

int nvshmemx_barrier_on_stream(nvshmem_team_t team, cudaStream_t s) {
    return collective_later("nvshmemx_barrier_on_stream", s, nvshmem_barrier, team);
}
int nvshmemx_team_sync_on_stream(nvshmem_team_t team, cudaStream_t s) {
    return collective_later("nvshmemx_team_sync_on_stream", s, nvshmem_team_sync, team);
}
void nvshmemx_barrier_all_on_stream(cudaStream_t s) {
    order_later("nvshmemx_barrier_all_on_stream", s, nvshmem_barrier_all);
}
void nvshmemx_sync_all_on_stream(cudaStream_t s) {
    order_later("nvshmemx_sync_all_on_stream", s, nvshmem_sync_all);
}

void nvshmemx_quiet_on_stream(cudaStream_t s) { order_later("nvshmemx_quiet_on_stream", s, nvshmem_quiet); }
void nvshmemx_flush_on_stream(cudaStream_t s) { order_later("nvshmemx_flush_on_stream", s, nvshmemx_flush); }

}  // extern "C"
