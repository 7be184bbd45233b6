// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Barrier and sync, of the world and of a team.
#include "coll/sync.h"

#include "capi/collective.h"
#include "nvshmem/coll.h"

using namespace omni;

namespace {

using Synchronise = Status (*)(const coll::HostScope&, const team::Team&);

int run(const char* name, int32_t handle, Synchronise synchronise) {
    const capi::CollectiveCall call(name, handle);
    return call.can_begin() ? call.run(0, synchronise) : call.failure();
}

}  // namespace

extern "C" {

int nvshmem_barrier(nvshmem_team_t team) {
    return run("nvshmem_barrier", team, coll::barrier<coll::HostScope>);
}
int nvshmem_team_sync(nvshmem_team_t team) {
    return run("nvshmem_team_sync", team, coll::sync<coll::HostScope>);
}
void nvshmem_barrier_all(void) { run("nvshmem_barrier_all", team::world, coll::barrier<coll::HostScope>); }
void nvshmem_sync_all(void) { run("nvshmem_sync_all", team::world, coll::sync<coll::HostScope>); }

}  // extern "C"
