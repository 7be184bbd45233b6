// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Attributes of the start: unique ids and communicators. All of this comes before the start.
#include <cstring>

#include "base/error.h"
#include "nvshmem/init.h"
#include "runtime/start.h"

using namespace omni;

namespace {

/// These calls return their status in both error modes, like the start itself.
int hand_out(const char* call, const Status& status) { return status.ok() ? 0 : announce(call, status); }

Status get_unique_id(nvshmemx_uniqueid_t* id) {
    if (!id)
        return error(Code::invalid_value, "uniqueid is null: pass the address of an nvshmemx_uniqueid_t");
    auto bytes = runtime::make_unique_id();
    if (!bytes.ok()) return std::move(bytes).status();
    static_assert(sizeof *id == 128);
    std::memcpy(id, bytes->data(), sizeof *id);
    return {};
}

Status set_unique_id_args(int rank, int size, const nvshmemx_uniqueid_t* id, nvshmemx_init_attr_t* attr) {
    if (!id || !attr) return error(Code::invalid_value, "%s is null", id ? "attr" : "uniqueid");
    attr->args.uid_args.id = const_cast<nvshmemx_uniqueid_t*>(id);
    attr->args.uid_args.myrank = rank;
    attr->args.uid_args.nranks = size;
    return {};
}

Status set_mpi_args(void* communicator, nvshmemx_init_attr_t* attr) {
    if (!communicator || !attr)
        return error(Code::invalid_value, "%s is null", communicator ? "nvshmem_attr" : "mpi_comm");
    attr->mpi_comm = communicator;
    return {};
}

}  // namespace

extern "C" {

int nvshmemx_get_uniqueid(nvshmemx_uniqueid_t* uniqueid) {
    return hand_out("nvshmemx_get_uniqueid", get_unique_id(uniqueid));
}

int nvshmemx_set_attr_uniqueid_args(const int myrank, const int nranks, const nvshmemx_uniqueid_t* uniqueid,
                                    nvshmemx_init_attr_t* attr) {
    return hand_out("nvshmemx_set_attr_uniqueid_args", set_unique_id_args(myrank, nranks, uniqueid, attr));
}

int nvshmemx_set_attr_mpi_comm_args(void* mpi_comm, nvshmemx_init_attr_t* nvshmem_attr) {
    return hand_out("nvshmemx_set_attr_mpi_comm_args", set_mpi_args(mpi_comm, nvshmem_attr));
}

}  // extern "C"
