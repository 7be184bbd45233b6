// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Teams: ordered sets of PEs for collectives. A member's place in its team is its rank, 0 to n_pes - 1. The
// predefined teams are the values of nvshmem_team_id_t (types.h).
//
// At most NVSHMEM_MAX_TEAMS teams exist at once, the predefined ones included.
#pragma once

#include "detail/export.h"
#include "types.h"

typedef struct nvshmem_team_config_v2 {
    int version;
    int num_contexts;                   // counted only with NVSHMEM_TEAM_CONFIG_MASK_NUM_CONTEXTS
    nvshmemx_team_uniqueid_t uniqueid;  // counted only with NVSHMEM_TEAM_CONFIG_MASK_UNIQUEID
    char padding[48];
} nvshmem_team_config_v2;
typedef nvshmem_team_config_v2 nvshmem_team_config_t;

typedef struct nvshmem_team_config_v1 {
    int version;
    int num_contexts;
    char padding[56];
} nvshmem_team_config_v1;

#define NVSHMEM_TEAM_CONFIG_MASK_NUM_CONTEXTS 1
#define NVSHMEM_TEAM_CONFIG_MASK_UNIQUEID 2

// (version << 16) + sizeof(struct)
#define NVSHMEMI_TEAM_CONFIG_VERSION_2_IDENTIFIER ((2 << 16) + 64)
#define NVSHMEMI_TEAM_CONFIG_VERSION_1_IDENTIFIER ((1 << 16) + 64)

#define NVSHMEM_TEAM_UNIQUID_INITIALIZER 0xFFFFFFFFFFFFFFFFULL
#define NVSHMEM_TEAM_CONFIG_INITIALIZER \
    {NVSHMEMI_TEAM_CONFIG_VERSION_2_IDENTIFIER, -1, NVSHMEM_TEAM_UNIQUID_INITIALIZER, {0}}
#define NVSHMEMI_TEAM_CONFIG_INITIALIZER NVSHMEM_TEAM_CONFIG_INITIALIZER

NVSHMEM_BEGIN_C

// ---- Queries: local ----

// The caller's rank in a team and the number of its members. -1 for the invalid team and when the caller is
// no member.
NVSHMEM_DUAL_API int nvshmem_team_my_pe(nvshmem_team_t team);
NVSHMEM_DUAL_API int nvshmem_team_n_pes(nvshmem_team_t team);

// The rank in `dest_team` of the PE that has rank `src_pe` in `src_team`. -1 when it is no member there, when
// the rank is out of range, or when a team is invalid.
NVSHMEM_DUAL_API int nvshmem_team_translate_pe(nvshmem_team_t src_team, int src_pe, nvshmem_team_t dest_team);

// The configuration that the team was made with.
NVSHMEM_API void nvshmem_team_get_config(nvshmem_team_t team, nvshmem_team_config_t* config);

// ---- Making and destroying: collective over the parent's members, or the team's ----
//
// `config` may be NULL when its mask is 0. The calls return 0, or a status on all callers alike: wrong
// arguments, or no team slot free. PEs that are not in the new team get NVSHMEM_TEAM_INVALID and 0, PEs whose
// call failed the same handle and a status.

// The members are the `PE_size` ranks PE_start, PE_start + PE_stride, ... of the parent, in this order. The
// stride may be negative, and 0 when the size is 1; all ranks must lie in the parent.
NVSHMEM_API int nvshmem_team_split_strided(nvshmem_team_t parent_team, int PE_start, int PE_stride,
                                           int PE_size, const nvshmem_team_config_t* config, long config_mask,
                                           nvshmem_team_t* new_team);

// Lays the parent out in rows of `xrange` ranks, the last row may be shorter. The caller gets two teams: its
// row, in the order of x, and its column, in the order of y. A larger `xrange` than the parent gives one row.
NVSHMEM_API int nvshmem_team_split_2d(nvshmem_team_t parent_team, int xrange,
                                      const nvshmem_team_config_t* xaxis_config, long xaxis_mask,
                                      nvshmem_team_t* xaxis_team, const nvshmem_team_config_t* yaxis_config,
                                      long yaxis_mask, nvshmem_team_t* yaxis_team);

// Makes a team of any PEs, without a parent. One of them gets an id and hands it to the others by its own
// means; each then calls team_init with the id in config->uniqueid, NVSHMEM_TEAM_CONFIG_MASK_UNIQUEID in the
// mask, the number of members and its own rank. An id serves for one team. Both return a status.
NVSHMEM_API int nvshmemx_team_get_uniqueid(nvshmemx_team_uniqueid_t* uniqueid);
NVSHMEM_API int nvshmemx_team_init(nvshmem_team_t* team, nvshmem_team_config_t* config, long config_mask,
                                   int npes, int pe_idx_in_team);

// Destroys a team that a program made; its slot is free again. NVSHMEM_TEAM_INVALID does nothing, a
// predefined team is an error.
NVSHMEM_API void nvshmem_team_destroy(nvshmem_team_t team);

NVSHMEM_END_C
