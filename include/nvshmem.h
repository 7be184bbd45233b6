// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The interface of OpenSHMEM 1.5 under NVSHMEM's names. One header per family; each is the manual of its
// functions.
//
//     #include <nvshmem.h>
//
//     nvshmem_init();
//     int *counter = (int *)nvshmem_calloc(1, sizeof(int));             // a symmetric object
//     nvshmem_int_atomic_inc(counter, 0);                               // on PE 0
//     nvshmem_barrier_all();
//     if (nvshmem_my_pe() == 0) printf("%d\n", *counter);               // the number of PEs
//     nvshmem_free(counter);
//     nvshmem_finalize();
//
// Words. A *PE* is one of the processes (or threads) of a job. Memory is *symmetric* when every PE has it at
// the same place of its heap (memory.h). A call is *collective* when all PEs of a team make it, *local* when
// it concerns the caller alone. `nbi` calls are nonblocking. What happens on errors, and what a *status* is:
// error.h.
//
// Calls need a started library unless their comment says otherwise. Puts, gets, AMOs, signals, waits and
// order may be used by several threads at once; collectives and allocations by one thread per team at a time.
#pragma once

#include "nvshmem/amo.h"
#include "nvshmem/coll.h"
#include "nvshmem/compat.h"
#include "nvshmem/error.h"
#include "nvshmem/init.h"
#include "nvshmem/memory.h"
#include "nvshmem/order.h"
#include "nvshmem/query.h"
#include "nvshmem/rma.h"
#include "nvshmem/signal.h"
#include "nvshmem/strided.h"
#include "nvshmem/team.h"
#include "nvshmem/types.h"
#include "nvshmem/version.h"
#include "nvshmem/wait.h"

// On GPUs the calls of single threads have bodies of their own, and device code makes itself known.
#include "nvshmem/detail/exec_space.h"
#ifdef NVSHMEM_TARGET_CUDA
    #include "nvshmem/device/device.h"
    #ifndef NVSHMEM_DEVICE_LIBRARY
        #include "nvshmem/device/impl/device_code.h"
    #endif
#endif
