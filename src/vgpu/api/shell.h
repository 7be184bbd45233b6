// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The frame of every public function: `return runtime("cudaX", [&]() -> Outcome {…})` keeps the error for
// cudaGetLastError(); `driver("cuX", …)` answers with CUresult. Both leave the text for vgpuLastErrorText().
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

#include "vgpu/api/outcome.h"

namespace vgpu::api {

[[gnu::cold]] cudaError_t keep_runtime_failure(const char* function, Outcome outcome);
[[gnu::cold]] CUresult keep_driver_failure(const char* function, Outcome outcome);

/// Why no function may work now: the calling thread is in a host function of a stream, or the driver is not
/// initialised.
Outcome check_runtime_state();
Outcome check_driver_state();

template <class F>
cudaError_t runtime(const char* function, F&& body) {
    Outcome outcome = check_runtime_state();
    if (outcome.code == cudaSuccess) outcome = body();
    return outcome.code == cudaSuccess ? cudaSuccess : keep_runtime_failure(function, std::move(outcome));
}

template <class F>
CUresult driver(const char* function, F&& body) {
    Outcome outcome = check_driver_state();
    if (outcome.code == cudaSuccess) outcome = body();
    return outcome.code == cudaSuccess ? CUDA_SUCCESS : keep_driver_failure(function, std::move(outcome));
}

void initialise_driver();

}  // namespace vgpu::api
