// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The types and constants that calls share: teams, thread levels, comparisons, signal operators. A type that
// only one family uses stands in that family's header.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "half.h"

// ---- Teams ----

typedef int32_t nvshmem_team_t;
typedef nvshmem_team_t nvshmemx_team_t;
typedef uint64_t nvshmemx_team_uniqueid_t;

typedef enum {
    NVSHMEM_TEAM_INVALID = -1,
    NVSHMEM_TEAM_WORLD = 0,  // all PEs of the job
    NVSHMEM_TEAM_WORLD_INDEX = 0,
    NVSHMEM_TEAM_SHARED = 1,  // the PEs whose heaps this PE has mapped (nvshmem_ptr answers an address)
    NVSHMEM_TEAM_SHARED_INDEX = 1,
    NVSHMEMX_TEAM_NODE = 2,  // the PEs of this machine
    NVSHMEM_TEAM_NODE_INDEX = 2,
    NVSHMEMX_TEAM_SAME_MYPE_NODE = 3,  // the PEs with the same rank in their NODE team
    NVSHMEM_TEAM_SAME_MYPE_NODE_INDEX = 3,
    NVSHMEMI_TEAM_SAME_GPU = 4,  // the PEs that share this PE's GPU
    NVSHMEM_TEAM_SAME_GPU_INDEX = 4,
    NVSHMEMI_TEAM_GPU_LEADERS = 5,  // the lowest PE of each GPU
    NVSHMEM_TEAM_GPU_LEADERS_INDEX = 5,
    NVSHMEM_TEAM_MC_SHARED = 6,  // the PEs of SHARED that share multicast memory
    NVSHMEM_TEAM_MC_SHARED_INDEX = 6,
    NVSHMEM_TEAMS_MIN = 7,  // the first team that a program makes has this number
    NVSHMEM_TEAM_INDEX_MAX = 2147483647
} nvshmem_team_id_t;

typedef enum { NVSHMEM_PE_INVALID = -1, NVSHMEMX_PE_ANY = 32768, NVSHMEMX_PE_ALL = 32768 } nvshmem_pe_index_t;

// ---- Threads ----

typedef enum {
    NVSHMEM_THREAD_SINGLE = 0,      // the process has one thread
    NVSHMEM_THREAD_FUNNELED = 1,    // only the thread that initialized makes calls
    NVSHMEM_THREAD_SERIALIZED = 2,  // any thread, one at a time
    NVSHMEM_THREAD_MULTIPLE = 3,    // any thread, any time; of collectives and allocations one per team
    NVSHMEM_THREAD_TYPE_SENTINEL = 2147483647
} nvshmemx_thread_support_t;

// ---- Waits and signals ----

typedef enum {
    NVSHMEM_CMP_EQ = 0,
    NVSHMEM_CMP_NE = 1,
    NVSHMEM_CMP_GT = 2,
    NVSHMEM_CMP_LE = 3,
    NVSHMEM_CMP_LT = 4,
    NVSHMEM_CMP_GE = 5,
    NVSHMEM_CMP_SENTINEL = 2147483647
} nvshmemx_cmp_type_t;

typedef enum {
    NVSHMEM_SIGNAL_SET = 9,  // replaces the signal's value
    NVSHMEM_SIGNAL_ADD = 10  // adds to it
} nvshmemx_signal_op_t;

// ---- Queue pairs ----

typedef int nvshmemx_qp_handle_t;

typedef enum {
    NVSHMEMX_QP_HOST = 0,
    NVSHMEMX_QP_DEFAULT = 1,
    NVSHMEMX_QP_ANY = 2147483647,
    NVSHMEMX_QP_ALL = 2147483647
} nvshmemx_qp_handle_index_t;

// ---- State of the process ----

typedef enum {
    NVSHMEM_STATUS_NOT_INITIALIZED = 0,
    NVSHMEM_STATUS_IS_BOOTSTRAPPED = 1,  // ranks are known, the symmetric heap is not there yet
    NVSHMEM_STATUS_IS_INITIALIZED = 2,
    NVSHMEM_STATUS_LIMITED_MPG = 3,  // initialized, several PEs on one GPU, part of the interface
    NVSHMEM_STATUS_FULL_MPG = 4,     // initialized, several PEs on one GPU, all of the interface
    NVSHMEM_STATUS_INVALID = 2147483647
} nvshmemx_init_status_t;

typedef enum {
    PROXY_GLOBAL_EXIT_NOT_REQUESTED = 0,
    PROXY_GLOBAL_EXIT_INIT = 1,
    PROXY_GLOBAL_EXIT_REQUESTED = 2,
    PROXY_GLOBAL_EXIT_FINISHED = 3,
    PROXY_GLOBAL_EXIT_MAX_STATE = 2147483647
} nvshmemx_proxy_status_t;
