// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What device code knows of its PE: plain data that the library fills and copies to each module that has
// kernels. Only added to at the end; `bytes` and `version` say what is there. Pinned by a test.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define NVSHMEMI_DEVICE_STATE_VERSION 1

typedef struct nvshmemi_device_team {
    int32_t me;              // this PE's rank; -1: no member, or no such team
    int32_t n;               // members
    const int32_t* pe_of;    // n entries: the PE of each rank
    const int32_t* rank_of;  // one a PE of the job: its rank here, -1 for none
    uint64_t flags;          // where in each member's symmetric memory its arrival flags are
    uint64_t flag_stride;    // bytes from one rank's flag to the next
    uint64_t* epoch;         // how many syncs this PE has begun; all members count alike
} nvshmemi_device_team;

typedef struct nvshmemi_device_state {
    uint32_t bytes;
    uint32_t version;
    int32_t me;
    int32_t n;
    char* base;                         // own symmetric memory
    uint64_t heap_bytes;                // [base, base + heap_bytes) may be named in operations
    char* const* peer_base;             // n entries, null where the peer is not mapped
    const nvshmemi_device_team* teams;  // n_teams entries, by handle
    int32_t n_teams;
    int32_t reserved;
    struct nvshmemi_proxy_ring* proxy;  // for peers that are not mapped; null where all are
} nvshmemi_device_state;
