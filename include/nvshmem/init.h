// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Start and end of the library.
//
// A program starts the library once on every PE, by one of
//
//     nvshmem_init();                                 ranks come from the launcher; without one, a single PE
//     nvshmemx_init_attr(NVSHMEMX_INIT_..., &attr);   ranks come from the attributes
//
// and ends it with nvshmem_finalize(). Both ends are collective over all PEs. Starts are counted: a start
// while the library is up adds one (it must ask for the same PEs, else it is an error and changes nothing),
// each finalize takes one off, the last one ends the library. After that the library can be started again.
//
// NVSHMEM_NO_INLINE_INIT: declare these functions as plain functions of the library in place of the inline
// ones. The inline ones tell the library which version of the header the program was compiled with.
#pragma once

#include <stddef.h>

#include "detail/export.h"
#include "types.h"
#include "version.h"

// Where ranks and the meeting point come from: one of these, or 0 for the environment.
typedef enum {
    NVSHMEMX_INIT_THREAD_PES = 1,     // PEs are threads of this process; see nvshmemx_init_attr
    NVSHMEMX_INIT_WITH_MPI_COMM = 2,  // PEs are the ranks of attr->mpi_comm
    NVSHMEMX_INIT_WITH_SHMEM = 4,     // PEs are those of a running OpenSHMEM library
    NVSHMEMX_INIT_WITH_UNIQUEID = 8,  // PEs meet through attr->args.uid_args
    NVSHMEMX_INIT_MAX = -2147483647 - 1
} nvshmemx_init_flag_t;

// ---- Attributes: fixed sizes, which a version number of (version << 16) + sizeof(struct) states
// ------------------

// What the PEs of a job share to find each other. Made by nvshmemx_get_uniqueid; copy it as plain bytes.
typedef struct nvshmemx_uniqueid_v1 {
    int version;
    char internal[124];
} nvshmemx_uniqueid_v1;
typedef nvshmemx_uniqueid_v1 nvshmemx_uniqueid_t;

typedef struct nvshmemx_uniqueid_args_v1 {
    int version;
    nvshmemx_uniqueid_v1* id;  // must live until the start has returned
    int myrank;
    int nranks;
} nvshmemx_uniqueid_args_v1;
typedef nvshmemx_uniqueid_args_v1 nvshmemx_uniqueid_args_t;

typedef struct nvshmemx_init_args_v2 {
    int version;
    nvshmemx_uniqueid_args_t uid_args;
    int cuda_device_id;  // used only when `version` is exactly NVSHMEM_INIT_ARGS_V2_IDENTIFIER
    char content[92];
} nvshmemx_init_args_v2;
typedef nvshmemx_init_args_v2 nvshmemx_init_args_t;

typedef struct nvshmemx_init_args_v1 {
    int version;
    nvshmemx_uniqueid_args_t uid_args;
    char content[96];
} nvshmemx_init_args_v1;

typedef struct nvshmemx_init_attr_v2 {
    int version;
    void* mpi_comm;
    nvshmemx_init_args_t args;
} nvshmemx_init_attr_v2;
typedef nvshmemx_init_attr_v2 nvshmemx_init_attr_t;

typedef struct nvshmemx_init_attr_v1 {
    int version;
    void* mpi_comm;
    nvshmemx_init_args_t args;
} nvshmemx_init_attr_v1;

#define NVSHMEM_INIT_ATTR_VER 1
#define NVSHMEM_INIT_ARGS_V2_IDENTIFIER ((2 << 16) + 128)
#define NVSHMEM_INIT_ATTR_V2_IDENTIFIER ((2 << 16) + 144)
#define NVSHMEM_INIT_ATTR_V1_IDENTIFIER ((1 << 16) + 144)

#define NVSHMEMX_UNIQUEID_INITIALIZER {(1 << 16) + 128, {0}}
#define NVSHMEMX_UNIQUEID_ARGS_INITIALIZER {(1 << 16) + 24, NULL, -1, -1}
#define NVSHMEMX_INIT_ARGS_INITIALIZER \
    {(1 << 16) + 128, NVSHMEMX_UNIQUEID_ARGS_INITIALIZER, {0}}  // of the v1 struct
#define NVSHMEMX_INIT_ARGS_V2_INITIALIZER \
    {NVSHMEM_INIT_ARGS_V2_IDENTIFIER, NVSHMEMX_UNIQUEID_ARGS_INITIALIZER, -1, {0}}
#define NVSHMEMX_INIT_ATTR_V1_INITIALIZER                               \
    {                                                                   \
        NVSHMEM_INIT_ATTR_V1_IDENTIFIER, NULL, {                        \
            (1 << 16) + 128, NVSHMEMX_UNIQUEID_ARGS_INITIALIZER, 0, {0} \
        }                                                               \
    }
#define NVSHMEMX_INIT_ATTR_INITIALIZER \
    {NVSHMEM_INIT_ATTR_V2_IDENTIFIER, NULL, NVSHMEMX_INIT_ARGS_V2_INITIALIZER}

// Writes the version numbers of level 1 into an attribute object and leaves its other fields alone.
#define nvshmemx_init_init_attr_ver_only(attr)         \
    do {                                               \
        (attr).version = (1 << 16) + 144;              \
        (attr).args.version = (1 << 16) + 128;         \
        (attr).args.uid_args.version = (1 << 16) + 24; \
    } while (0)

// A version of the interface. The library refuses another major, and a minor above its own.
typedef struct nvshmemi_version_t {
    int major;
    int minor;
    int patch;
} nvshmemi_version_t;

// How the library asks a device part where its state lies. Returns 0 on success.
typedef int (*nvshmemx_device_lib_init_cb)(void** dev_state_ptr, void** transport_dev_state_ptr);

NVSHMEM_BEGIN_C

// ---- Before the start ----

// Makes an id through which PEs can meet. One PE calls it and hands the bytes to the others by other means (a
// file, MPI, a socket). Ids of further callers are dropped without harm. With
// NVSHMEM_BOOTSTRAP_UID_SESSION_ID set in the environment of every PE, all callers get the same id and
// nothing has to be handed round. Returns a status.
NVSHMEM_API int nvshmemx_get_uniqueid(nvshmemx_uniqueid_t* uniqueid);

// Stores rank, number of PEs and the address of the id in `attr`, which may be uninitialized memory: nothing
// else is touched, so the id must live until the start. For NVSHMEMX_INIT_WITH_UNIQUEID. Returns a status.
NVSHMEM_API int nvshmemx_set_attr_uniqueid_args(const int myrank, const int nranks,
                                                const nvshmemx_uniqueid_t* uniqueid,
                                                nvshmemx_init_attr_t* attr);

// Stores the address of an MPI communicator (an MPI_Comm *) in `attr`. For NVSHMEMX_INIT_WITH_MPI_COMM.
// Returns a status.
NVSHMEM_API int nvshmemx_set_attr_mpi_comm_args(void* mpi_comm, nvshmemx_init_attr_t* nvshmem_attr);

// ---- Start and end, as the library exports them ----

// The start that all others call. The version is that of the header or device part; `cb` is NULL for host
// programs. `provided` (may be NULL) gets the thread level. Returns a status.
NVSHMEM_API int nvshmemid_hostlib_init_attr(int requested, int* provided, unsigned int bootstrap_flags,
                                            nvshmemx_init_attr_t* attr,
                                            nvshmemi_version_t nvshmem_device_lib_version,
                                            nvshmemx_device_lib_init_cb cb);

// The end that all others call. NULL, NULL for host programs.
NVSHMEM_API void nvshmemid_hostlib_finalize(void* device_ctx, void* transport_device_ctx);

// Start and end for clients that open the library at run time. Any version number in `attr` is tolerated.
NVSHMEM_API int nvshmemx_hostlib_init_attr(unsigned int flags, nvshmemx_init_attr_t* attr);
NVSHMEM_API void nvshmemx_hostlib_finalize(void);

// Ends the whole job at once, from any one PE: every PE's process exits with `status`. Does not return.
NVSHMEM_DUAL_API void nvshmem_global_exit(int status);

// ---- Start and end, as programs call them ----

#ifdef NVSHMEM_NO_INLINE_INIT

NVSHMEM_API void nvshmem_init(void);
NVSHMEM_API int nvshmem_init_thread(int requested, int* provided);
NVSHMEM_API int nvshmemx_init_attr(unsigned int flags, nvshmemx_init_attr_t* attributes);
NVSHMEM_API void nvshmem_finalize(void);

#else

static inline nvshmemi_version_t nvshmemi_header_version(void) {
    nvshmemi_version_t version = {NVSHMEM_VENDOR_MAJOR_VERSION, NVSHMEM_VENDOR_MINOR_VERSION,
                                  NVSHMEM_VENDOR_PATCH_VERSION};
    return version;
}

// Starts the library and states in `provided` (may be NULL) which thread level it gives, whatever was
// `requested`. Returns 0, or a status when the library could not start.
static inline int nvshmem_init_thread(int requested, int* provided) {
    return nvshmemid_hostlib_init_attr(requested, provided, 0, NULL, nvshmemi_header_version(), NULL);
}

// Starts the library. A failure shows in nvshmemx_init_status and nvshmemx_last_error; the first call after
// it that needs the library is an error.
static inline void nvshmem_init(void) { (void)nvshmem_init_thread(NVSHMEM_THREAD_SERIALIZED, NULL); }

// Starts the library by the attributes that `flags` (NVSHMEMX_INIT_..., 0 for the environment) asks for.
// Version numbers that are none of the known ones are repaired in place first. Returns a status.
//
// NVSHMEMX_INIT_THREAD_PES: each of args.uid_args.nranks threads of this process makes this call, with its
// own myrank, and is that PE from then on; args.uid_args.id is not used. Collectives of such PEs are called
// from these threads.
static inline int nvshmemx_init_attr(unsigned int flags, nvshmemx_init_attr_t* attributes) {
    if (attributes != NULL && attributes->version != NVSHMEM_INIT_ATTR_V1_IDENTIFIER &&
        attributes->version != NVSHMEM_INIT_ATTR_V2_IDENTIFIER)
        nvshmemx_init_init_attr_ver_only(*attributes);
    return nvshmemid_hostlib_init_attr(NVSHMEM_THREAD_SERIALIZED, NULL, flags, attributes,
                                       nvshmemi_header_version(), NULL);
}

// Takes one start back. The last one synchronizes all PEs, completes their operations and gives back the
// heap, teams and registrations; one too many is an error without effect.
static inline void nvshmem_finalize(void) { nvshmemid_hostlib_finalize(NULL, NULL); }

#endif

NVSHMEM_END_C
