// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// What happens to an error at the border of the library.
#include "vgpu/api/shell.h"

#include <atomic>

#include "vgpu/api/thread.h"
#include "vgpu/runtime_extras.h"

namespace vgpu::api {

namespace {

std::atomic<bool> driver_ready{false};

void keep_text(const char* function, const Outcome& outcome) {
    Thread::mine().text = std::string(function) + ": " +
                          (outcome.text.empty() ? cudaGetErrorString(outcome.code) : outcome.text);
}

/// Codes that only the runtime interface has, as the driver says the same.
CUresult as_driver_code(cudaError_t code) {
    switch (code) {
        case cudaErrorInvalidConfiguration:
        case cudaErrorInvalidPitchValue:
        case cudaErrorInvalidMemcpyDirection:
        case cudaErrorInvalidHostPointer:
        case cudaErrorInvalidDevicePointer:
            return CUDA_ERROR_INVALID_VALUE;
        case cudaErrorInvalidDeviceFunction:
            return CUDA_ERROR_INVALID_HANDLE;
        case cudaErrorInvalidSymbol:
            return CUDA_ERROR_NOT_FOUND;
        default:
            return static_cast<CUresult>(code);
    }
}

}  // namespace

Thread& Thread::mine() {
    static thread_local Thread one;
    return one;
}

/// The first call of the runtime interface initialises the driver too, so programs may mix the two.
Outcome check_runtime_state() {
    if (!driver_ready.load(std::memory_order_relaxed)) initialise_driver();
    if (Thread::mine().in_host_function)
        return fail(cudaErrorNotPermitted, "a host function of a stream may not call CUDA functions");
    return {};
}

Outcome check_driver_state() {
    if (!driver_ready.load(std::memory_order_acquire))
        return fail(cudaErrorInitializationError, "cuInit(0) has to be called first");
    return check_runtime_state();
}

void initialise_driver() { driver_ready.store(true, std::memory_order_release); }

cudaError_t keep_runtime_failure(const char* function, Outcome outcome) {
    keep_text(function, outcome);
    return Thread::mine().last_error = outcome.code;
}

CUresult keep_driver_failure(const char* function, Outcome outcome) {
    keep_text(function, outcome);
    return as_driver_code(outcome.code);
}

}  // namespace vgpu::api
