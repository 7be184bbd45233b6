// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// What errors are called, and the last one of a thread.
#include <cuda_runtime_api.h>

#include "vgpu/api/context.h"
#include "vgpu/api/thread.h"

using namespace vgpu::api;

namespace {

/// A failed context gives its failure again and again.
cudaError_t failure_of_context() {
    const Thread& thread = Thread::mine();
    return thread.contexts.empty() ? cudaSuccess : thread.contexts.back()->failure().code;
}

}  // namespace

extern "C" {

cudaError_t cudaGetLastError() {
    if (const cudaError_t failure = failure_of_context(); failure != cudaSuccess) return failure;
    return std::exchange(Thread::mine().last_error, cudaSuccess);
}

cudaError_t cudaPeekAtLastError() {
    const cudaError_t failure = failure_of_context();
    return failure != cudaSuccess ? failure : Thread::mine().last_error;
}

const char* cudaGetErrorName(cudaError_t error) {
    switch (static_cast<int>(error)) {
        case 0:
            return "cudaSuccess";
#define ERROR_BOTH(number, runtime, driver, meaning) \
    case number:                                     \
        return "cudaError" #runtime;
#define ERROR_RUNTIME(number, runtime, meaning) \
    case number:                                \
        return "cudaError" #runtime;
#include "vgpu/errors.def"
        default:
            return "unrecognized error code";
    }
}

const char* cudaGetErrorString(cudaError_t error) {
    switch (static_cast<int>(error)) {
        case 0:
            return "no error";
#define ERROR_BOTH(number, runtime, driver, meaning) \
    case number:                                     \
        return meaning;
#define ERROR_RUNTIME(number, runtime, meaning) \
    case number:                                \
        return meaning;
#include "vgpu/errors.def"
        default:
            return "unrecognized error code";
    }
}

const char* vgpuLastErrorText() { return Thread::mine().text.c_str(); }

}  // extern "C"
