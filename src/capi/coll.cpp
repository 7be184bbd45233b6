// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Broadcast, fcollect, alltoall. To them an element is so many bytes.
#include "nvshmem/coll.h"

#include "capi/collective.h"
#include "coll/alltoall.h"
#include "coll/broadcast.h"
#include "coll/fcollect.h"

using namespace omni;
using capi::CollectiveCall;

namespace {

int broadcast(const char* name, int32_t team, void* dest, const void* src, size_t nelem, size_t size,
              int root) {
    const CollectiveCall call(name, team);
    size_t bytes = 0;
    uint64_t to, from;
    if (!call.can_begin() || !call.rank("PE_root", root) || !call.count("nelem", 1, nelem, size, bytes))
        return call.failure();
    if (bytes == 0) return 0;
    if (!call.symmetric("dest", dest, bytes, to) || !call.symmetric("src", src, bytes, from) ||
        !call.apart(to, bytes, from, bytes, true))
        return call.failure();
    return call.run(bytes, [&](const coll::HostScope& scope, const team::Team& members) {
        return coll::broadcast(scope, members, to, from, bytes, root);
    });
}

int fcollect(const char* name, int32_t team, void* dest, const void* src, size_t nelem, size_t size) {
    const CollectiveCall call(name, team);
    size_t all = 0;
    uint64_t to, from;
    if (!call.can_begin() || !call.count("nelem", call.members(), nelem, size, all)) return call.failure();
    if (all == 0) return 0;
    const size_t block = all / call.members();
    if (!call.symmetric("dest", dest, all, to) || !call.symmetric("src", src, block, from))
        return call.failure();
    const bool own_block = from == to + static_cast<size_t>(call.team().me) * block;
    if (!own_block && !call.apart(to, all, from, block, false)) return call.failure();
    return call.run(block, [&](const coll::HostScope& scope, const team::Team& members) {
        return coll::fcollect(scope, members, to, from, block);
    });
}

int alltoall(const char* name, int32_t team, void* dest, const void* src, size_t nelems, size_t size) {
    const CollectiveCall call(name, team);
    size_t all = 0;
    uint64_t to, from;
    if (!call.can_begin() || !call.count("nelems", call.members(), nelems, size, all)) return call.failure();
    if (all == 0) return 0;
    if (!call.symmetric("dest", dest, all, to) || !call.symmetric("src", src, all, from) ||
        !call.apart(to, all, from, all, false))
        return call.failure();
    return call.run(all, [&](const coll::HostScope& scope, const team::Team& members) {
        return coll::alltoall(scope, members, to, from, all / call.members());
    });
}

}  // namespace

#define MOVEMENT(NAME, TYPE)                                                                            \
    int nvshmem_##NAME##_broadcast(nvshmem_team_t team, TYPE* dest, const TYPE* src, size_t nelem,      \
                                   int PE_root) {                                                       \
        return broadcast("nvshmem_" #NAME "_broadcast", team, dest, src, nelem, sizeof(TYPE), PE_root); \
    }                                                                                                   \
    int nvshmem_##NAME##_fcollect(nvshmem_team_t team, TYPE* dest, const TYPE* src, size_t nelem) {     \
        return fcollect("nvshmem_" #NAME "_fcollect", team, dest, src, nelem, sizeof(TYPE));            \
    }                                                                                                   \
    int nvshmem_##NAME##_alltoall(nvshmem_team_t team, TYPE* dest, const TYPE* src, size_t nelems) {    \
        return alltoall("nvshmem_" #NAME "_alltoall", team, dest, src, nelems, sizeof(TYPE));           \
    }

extern "C" {

NVSHMEM_FOR_EACH_RMA_TYPE(MOVEMENT)

int nvshmem_broadcastmem(nvshmem_team_t team, void* dest, const void* src, size_t nelems, int PE_root) {
    return broadcast("nvshmem_broadcastmem", team, dest, src, nelems, 1, PE_root);
}
int nvshmem_fcollectmem(nvshmem_team_t team, void* dest, const void* src, size_t nelems) {
    return fcollect("nvshmem_fcollectmem", team, dest, src, nelems, 1);
}
int nvshmem_alltoallmem(nvshmem_team_t team, void* dest, const void* src, size_t nelems) {
    return alltoall("nvshmem_alltoallmem", team, dest, src, nelems, 1);
}

}  // extern "C"
