// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// From the runtime interface to the driver interface.
#include <cuda_runtime_api.h>

#include "vgpu/api/driver_kernel.h"
#include "vgpu/api/give.h"
#include "vgpu/api/kernel.h"
#include "vgpu/api/module.h"
#include "vgpu/api/shell.h"

using namespace vgpu::api;
using vgpu::Outcome;

extern "C" {

cudaError_t cudaGetDriverEntryPoint(const char* name, void** function, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult* result) {
    return runtime("cudaGetDriverEntryPoint", [&]() -> Outcome {
        if (!name || !function) return fail(cudaErrorInvalidValue, "symbol or funcPtr is null");
        VGPU_TRY(only_flags(static_cast<unsigned>(flags), cudaEnableLegacyStream));
        *function = entry_point(name);
        if (result) *result = *function ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
        return {};
    });
}

cudaError_t cudaGetDriverEntryPointByVersion(const char* name, void** function, unsigned,
                                             unsigned long long flags,
                                             cudaDriverEntryPointQueryResult* result) {
    return cudaGetDriverEntryPoint(name, function, flags, result);
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* symbol) {
    return runtime("cudaGetFuncBySymbol", [&] {
        return with(kernel_at(symbol), [&](const vgpuKernel* kernel) {
            return give("functionPtr", function, handle_of<cudaFunction_t>(kernel));
        });
    });
}

cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* symbol) {
    return runtime("cudaGetKernel", [&] {
        return with(kernel_at(symbol), [&](const vgpuKernel* found) {
            return give("kernelPtr", kernel, handle_of<cudaKernel_t>(found));
        });
    });
}

}  // extern "C"
