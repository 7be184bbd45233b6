// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The host interface alone: everything of nvshmem.h and nvshmemx.h that needs no device code.
#pragma once

#ifndef NVSHMEM_HOSTLIB_ONLY
    #define NVSHMEM_HOSTLIB_ONLY
#endif

#include "nvshmemx.h"
