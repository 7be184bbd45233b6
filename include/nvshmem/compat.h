// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Names without a prefix that programs for NVSHMEM may use. New programs need none of them.
#pragma once

#include "team.h"

#define UNIQUEID_PADDING 124
#define UNIQUEID_ARGS_INVALID (-1)

#define INIT_ARGS_PADDING 96
#define INIT_ARGS_V2_PADDING 92
#define INIT_ARGS_SCALAR_INVALID (-1)

#define TEAM_CONFIG_PADDING 56
#define TEAM_CONFIG_V2_PADDING 48
#define TEAM_CONFIG_SCALAR_INVALID (-1)

#define TEAM_SCALAR_INVALID (-1)
#define TEAM_USCALAR_INVALID 4294967295U
#define TEAM_ULSCALAR_DEFAULT 0
#define TEAM_ULSCALAR_INVALID NVSHMEM_TEAM_UNIQUID_INITIALIZER
