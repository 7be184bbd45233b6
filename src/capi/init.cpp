// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Start and end.
#define NVSHMEM_NO_INLINE_INIT
#include "nvshmem/init.h"

#include "base/error.h"
#include "bootstrap/introduction/introduction.h"
#include "nvshmem/error.h"
#include "runtime/end.h"
#include "runtime/lifecycle.h"

using namespace omni;

namespace {

/// Same major, and not newer in minor than this library; 0.0.0 comes from clients that have no header.
Status check_version(nvshmemi_version_t client) {
    const bool unknown = client.major == 0 && client.minor == 0;
    if (unknown ||
        (client.major == NVSHMEM_VENDOR_MAJOR_VERSION && client.minor <= NVSHMEM_VENDOR_MINOR_VERSION))
        return {};
    return error(
        Code::not_supported,
        "the program was compiled with headers of interface level %d.%d.%d, this library has %d.%d.%d: "
        "compile it with this library's headers or use a newer library",
        client.major, client.minor, client.patch, NVSHMEM_VENDOR_MAJOR_VERSION, NVSHMEM_VENDOR_MINOR_VERSION,
        NVSHMEM_VENDOR_PATCH_VERSION);
}

/// The bytes of the id. Its version number says nothing that the library needs, and clients leave it as it
/// was.
std::string bytes_of(nvshmemx_uniqueid_t id) {
    id.version = 0;
    return {reinterpret_cast<const char*>(&id), sizeof id};
}

/// PEs by rank and size, and the id where they meet.
Result<runtime::InitRequest> read_ranks(unsigned flags, const nvshmemx_uniqueid_args_t& args) {
    using Way = runtime::InitRequest::Way;
    if (flags == NVSHMEMX_INIT_THREAD_PES) return runtime::InitRequest{Way::thread, args.myrank, args.nranks};
    if (!args.id)
        return error(Code::invalid_value,
                     "args.uid_args.id is null: set it with nvshmemx_set_attr_uniqueid_args");
    return runtime::InitRequest{Way::unique_id, args.myrank, args.nranks, bytes_of(*args.id)};
}

Result<runtime::InitRequest> read_mpi(const void* mpi_comm) {
    auto communicator = bootstrap::read_communicator(mpi_comm);
    if (!communicator.ok()) return std::move(communicator).status();
    runtime::InitRequest request{runtime::InitRequest::Way::mpi};
    request.communicator = *communicator;
    return request;
}

/// No version number in `attr` is looked at: clients that open the library at run time hand in memory that
/// nobody initialised.
Result<runtime::InitRequest> read_request(unsigned flags, const nvshmemx_init_attr_t* attr) {
    if (flags == 0) return runtime::InitRequest{};
    if (flags == NVSHMEMX_INIT_WITH_SHMEM) return runtime::InitRequest{runtime::InitRequest::Way::openshmem};
    if (flags != NVSHMEMX_INIT_THREAD_PES && flags != NVSHMEMX_INIT_WITH_UNIQUEID &&
        flags != NVSHMEMX_INIT_WITH_MPI_COMM)
        return error(Code::invalid_value,
                     "flags is 0x%x; it must be 0 (environment) or one of NVSHMEMX_INIT_THREAD_PES (1), "
                     "NVSHMEMX_INIT_WITH_MPI_COMM (2), NVSHMEMX_INIT_WITH_SHMEM (4) and "
                     "NVSHMEMX_INIT_WITH_UNIQUEID (8)",
                     flags);
    if (!attr)
        return error(Code::invalid_value,
                     "attr is null, but flags is 0x%x: ranks come from the attributes then", flags);
    return flags == NVSHMEMX_INIT_WITH_MPI_COMM ? read_mpi(attr->mpi_comm)
                                                : read_ranks(flags, attr->args.uid_args);
}

Status start(unsigned flags, const nvshmemx_init_attr_t* attr, nvshmemi_version_t client) {
    if (Status status = check_version(client); !status.ok()) return status;
    auto request = read_request(flags, attr);
    return request.ok() ? runtime::init(*request) : std::move(request).status();
}

int hand_out(const char* call, const Status& status) { return status.ok() ? 0 : announce(call, status); }

constexpr nvshmemi_version_t kOwnVersion = {NVSHMEM_VENDOR_MAJOR_VERSION, NVSHMEM_VENDOR_MINOR_VERSION,
                                            NVSHMEM_VENDOR_PATCH_VERSION};

}  // namespace

extern "C" {

int nvshmemid_hostlib_init_attr(int, int* provided, unsigned int flags, nvshmemx_init_attr_t* attr,
                                nvshmemi_version_t client, nvshmemx_device_lib_init_cb) {
    if (provided) *provided = NVSHMEM_THREAD_MULTIPLE;
    return hand_out("nvshmem_init", start(flags, attr, client));
}

int nvshmemx_hostlib_init_attr(unsigned int flags, nvshmemx_init_attr_t* attr) {
    return hand_out("nvshmemx_hostlib_init_attr", start(flags, attr, kOwnVersion));
}

int nvshmem_init_thread(int requested, int* provided) {
    return nvshmemid_hostlib_init_attr(requested, provided, 0, nullptr, kOwnVersion, nullptr);
}

void nvshmem_init(void) { nvshmem_init_thread(NVSHMEM_THREAD_SERIALIZED, nullptr); }

int nvshmemx_init_attr(unsigned int flags, nvshmemx_init_attr_t* attr) {
    return nvshmemid_hostlib_init_attr(NVSHMEM_THREAD_SERIALIZED, nullptr, flags, attr, kOwnVersion, nullptr);
}

void nvshmemid_hostlib_finalize(void*, void*) {
    const bool surplus = !runtime::is_initialized();
    Status status = runtime::finalize();
    if (status.ok()) return;
    if (surplus)
        announce("nvshmem_finalize", status);
    else
        report("nvshmem_finalize", status);
}

void nvshmemx_hostlib_finalize(void) { nvshmemid_hostlib_finalize(nullptr, nullptr); }
void nvshmem_finalize(void) { nvshmemid_hostlib_finalize(nullptr, nullptr); }

void nvshmem_global_exit(int status) { runtime::end_job(status, format("nvshmem_global_exit(%d)", status)); }

}  // extern "C"
