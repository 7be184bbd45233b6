// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// nvshmem.h and the extensions: registered buffers, regions, CUDA modules and launches,
// on-stream forms, statistics.
#pragma once

#include "nvshmem.h"
#include "nvshmem/buffer.h"
#include "nvshmem/detail/device_entry.h"
#include "nvshmem/launch.h"
#include "nvshmem/module.h"
#include "nvshmem/region.h"
#include "nvshmem/smem.h"
#include "nvshmem/stats.h"
#include "nvshmem/stream.h"

#include "nvshmem/detail/exec_space.h"
#if defined(NVSHMEM_TARGET_CUDA) || defined(NVSHMEM_TARGET_VIRTUAL)
    #include "nvshmem/device/device.h"
#endif
