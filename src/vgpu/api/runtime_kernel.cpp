// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Kernels of the runtime interface.
#include <cuda_runtime_api.h>

#include "vgpu/api/give.h"
#include "vgpu/api/kernel.h"
#include "vgpu/api/occupancy.h"
#include "vgpu/api/shell.h"

using namespace vgpu::api;
using vgpu::Outcome;

namespace {

template <class F>
cudaError_t on_kernel(const char* name, const void* function, F f) {
    return runtime(name, [&]() -> Outcome {
        if (auto context = current(); !context.ok()) return context.failure();
        return with(kernel_at(function), [&](const vgpuKernel* kernel) { return f(kernel); });
    });
}

Outcome launch_on(const vgpuKernel* kernel, const Shape& shape, void** arguments, cudaStream_t handle) {
    return with(find_stream(handle),
                [&](Stream* stream) { return launch(kernel, shape, arguments, *stream); });
}

}  // namespace

extern "C" {

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared,
                             cudaStream_t stream) {
    return on_kernel("cudaLaunchKernel", function, [&](const vgpuKernel* kernel) {
        return launch_on(kernel, {grid, block, shared}, arguments, stream);
    });
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                        size_t shared, cudaStream_t stream) {
    return on_kernel("cudaLaunchCooperativeKernel", function, [&](const vgpuKernel* kernel) {
        return launch_on(kernel, {grid, block, shared, true}, arguments, stream);
    });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function, void** arguments) {
    return on_kernel("cudaLaunchKernelExC", function, [&](const vgpuKernel* kernel) -> Outcome {
        if (!config) return fail(cudaErrorInvalidValue, "config is null");
        Shape shape{config->gridDim, config->blockDim, config->dynamicSmemBytes};
        VGPU_TRY(apply_attributes(shape, config->attrs, config->numAttrs));
        return launch_on(kernel, shape, arguments, config->stream);
    });
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
    return on_kernel("cudaFuncGetAttributes", function, [&](const vgpuKernel* kernel) {
        return give("attr", attributes, attributes_of(kernel));
    });
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
    return on_kernel("cudaFuncSetAttribute", function,
                     [&](const vgpuKernel* kernel) { return set_attribute(kernel, attribute, value); });
}

cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache) {
    return on_kernel("cudaFuncSetCacheConfig", function, [](const vgpuKernel*) { return Outcome{}; });
}

cudaError_t cudaFuncGetName(const char** name, const void* function) {
    return on_kernel("cudaFuncGetName", function,
                     [&](const vgpuKernel* kernel) { return give("name", name, kernel->name); });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function,
                                                                   int blockSize, size_t shared,
                                                                   unsigned flags) {
    return on_kernel("cudaOccupancyMaxActiveBlocksPerMultiprocessor", function,
                     [&](const vgpuKernel* kernel) -> Outcome {
                         VGPU_TRY(only_flags(flags, cudaOccupancyDisableCachingOverride));
                         return give("numBlocks", blocks, active_blocks(kernel, blockSize, shared));
                     });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int blockSize,
                                                          size_t shared) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, blockSize, shared,
                                                                  cudaOccupancyDefault);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* function, int blocks,
                                                      int blockSize) {
    return on_kernel("cudaOccupancyAvailableDynamicSMemPerBlock", function, [&](const vgpuKernel* kernel) {
        return give("dynamicSmemSize", bytes, available_shared(kernel, blocks, blockSize));
    });
}

}  // extern "C"
