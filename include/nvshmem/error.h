// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Errors.
//
// An error has a code (nvshmemx_status) and a text that names the argument, its value and the cure. What
// happens then is the error mode (NVSHMEM_ERROR_MODE, nvshmemx_set_error_mode):
//
//     EXIT     (default) the text goes to standard error and the job ends with status 1
//     RETURN   the call has no effect and returns the code if it returns a status, NULL if a pointer, else 0
//              or what its header says; code and text are this thread's nvshmemx_last_error
//
// Calls whose contract is to answer with a failure do so in both modes: starts, allocations, team splits,
// regions and registrations. A wait that runs into NVSHMEM_WAIT_TIMEOUT is an error like any other.
#pragma once

#include "detail/export.h"

typedef enum nvshmemx_status {
    NVSHMEMX_SUCCESS = 0,
    NVSHMEMX_ERROR_INVALID_VALUE = 1,
    NVSHMEMX_ERROR_OUT_OF_MEMORY = 2,
    NVSHMEMX_ERROR_NOT_SUPPORTED = 3,
    NVSHMEMX_ERROR_SYMMETRY = 4,  // PEs that must agree do not
    NVSHMEMX_ERROR_GPU_NOT_SELECTED = 5,
    NVSHMEMX_ERROR_COLLECTIVE_LAUNCH_FAILED = 6,
    NVSHMEMX_ERROR_INTERNAL = 7,
    NVSHMEMX_ERROR_SENTINEL = 2147483647
} nvshmemx_status;

// Applies X to the name of each status, in the order of their values from 0 on.
#define NVSHMEMX_STATUS_LIST(X)                \
    X(NVSHMEMX_SUCCESS)                        \
    X(NVSHMEMX_ERROR_INVALID_VALUE)            \
    X(NVSHMEMX_ERROR_OUT_OF_MEMORY)            \
    X(NVSHMEMX_ERROR_NOT_SUPPORTED)            \
    X(NVSHMEMX_ERROR_SYMMETRY)                 \
    X(NVSHMEMX_ERROR_GPU_NOT_SELECTED)         \
    X(NVSHMEMX_ERROR_COLLECTIVE_LAUNCH_FAILED) \
    X(NVSHMEMX_ERROR_INTERNAL)

enum { NVSHMEMX_ERROR_MODE_EXIT = 0, NVSHMEMX_ERROR_MODE_RETURN = 1 };

typedef struct {
    int code;              // an nvshmemx_status value
    const char* text;      // lives until this thread's next error or clear
    const char* function;  // the public function that failed
} nvshmemx_error_info_t;

// Says whether a wait shall end: 0 lets it go on.
typedef int (*nvshmemx_interrupt_t)(void);

NVSHMEM_BEGIN_C

// The name of a status, such as "NVSHMEMX_ERROR_SYMMETRY"; a fixed text for any other number.
NVSHMEM_API const char* nvshmemx_status_string(int status);

// The last error of this thread since the last clear, else the first of kernels and streams of its PE, which
// is there once they are synchronized; NULL when there was none.
NVSHMEM_API const nvshmemx_error_info_t* nvshmemx_last_error(void);
NVSHMEM_API void nvshmemx_clear_error(void);

// Sets the error mode of the process, before or after the start. Returns the previous mode; -1, and changes
// nothing, when `mode` is none.
NVSHMEM_API int nvshmemx_set_error_mode(int mode);

// Lets the program end waits. `ask` is called on each thread that waits inside the library, about every 20
// ms; when its answer is not 0, the wait is an error. NULL (at first) asks nobody. For language runtimes that
// act on signals outside of signal handlers. A collective that was ended so leaves its team unusable.
NVSHMEM_API void nvshmemx_set_interrupt(nvshmemx_interrupt_t ask);

// For programs that refer to it: this library leaves it at 0. Errors are what nvshmemx_last_error gives.
NVSHMEM_API extern long nvshmem_error;

NVSHMEM_END_C
