// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Order and completion of the caller's own puts, nonblocking operations, AMOs and signals. None of them waits
// for another PE to do something.
#pragma once

#include "detail/export.h"

NVSHMEM_BEGIN_C

// What the caller sent to a PE before is delivered there before what it sends to that PE after. No order
// between PEs.
NVSHMEM_DUAL_API void nvshmem_fence(void);

// Returns when everything that the caller issued before is complete at its target, on all PEs: results of
// nonblocking gets are there, and what it writes from then on is seen after it by every PE.
NVSHMEM_DUAL_API void nvshmem_quiet(void);

// Returns when the sources of the caller's earlier nonblocking puts may be changed. Promises nothing about
// their targets.
NVSHMEM_DUAL_API void nvshmemx_flush(void);

NVSHMEM_END_C
