// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Kernels of the driver interface. CUfunction and CUkernel are the address of the kernel's record.
#include <cstring>

#include "vgpu/api/driver_kernel.h"
#include "vgpu/api/driver_shell.h"
#include "vgpu/api/kernel.h"
#include "vgpu/api/occupancy.h"
#include "vgpu/engine/limits.h"

using namespace vgpu::api;
using vgpu::Outcome;

namespace {

template <class F>
CUresult on_kernel(const char* function, CUfunction handle, F f) {
    return on_driver_context(function, [&](Context&) {
        return with(kernel_of(handle), [&](const vgpuKernel* kernel) { return f(kernel); });
    });
}

/// Where each parameter lies in a buffer that holds them all.
size_t offset_of(const vgpuKernel* kernel, unsigned index) {
    size_t offset = 0;
    for (unsigned i = 0;; ++i) {
        const size_t unit = kernel->alignments[i];
        offset = (offset + unit - 1) / unit * unit;
        if (i == index) return offset;
        offset += kernel->sizes[i];
    }
}

/// Arguments that come as one buffer: pointers into it.
Outcome unpack(const vgpuKernel* kernel, void** extra, std::vector<void*>& arguments) {
    char* buffer = nullptr;
    size_t bytes = 0;
    for (void** at = extra; *at != CU_LAUNCH_PARAM_END; at += 2) {
        if (*at == CU_LAUNCH_PARAM_BUFFER_POINTER) buffer = static_cast<char*>(at[1]);
        if (*at == CU_LAUNCH_PARAM_BUFFER_SIZE) bytes = *static_cast<size_t*>(at[1]);
    }
    for (unsigned i = 0; i < kernel->parameters; ++i) {
        const size_t offset = offset_of(kernel, i);
        if (!buffer || offset + kernel->sizes[i] > bytes)
            return fail(cudaErrorInvalidValue,
                        "kernel %s: extra has %zu bytes of arguments; argument %u ends at %zu", kernel->name,
                        bytes, i, offset + kernel->sizes[i]);
        arguments.push_back(buffer + offset);
    }
    return {};
}

Outcome launch_on(CUfunction function, const Shape& shape, CUstream stream, void** arguments, void** extra) {
    return with(kernel_of(function), [&](const vgpuKernel* kernel) -> Outcome {
        std::vector<void*> unpacked;
        if (extra && arguments) return fail(cudaErrorInvalidValue, "kernelParams and extra are both set");
        if (extra) VGPU_TRY(unpack(kernel, extra, unpacked));
        return with(find_stream(stream), [&](Stream* target) {
            return launch(kernel, shape, extra ? unpacked.data() : arguments, *target);
        });
    });
}

Expected<int> attribute_of(const vgpuKernel* kernel, CUfunction_attribute attribute) {
    const cudaFuncAttributes all = attributes_of(kernel);
    switch (attribute) {
        case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
            return all.maxThreadsPerBlock;
        case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
            return static_cast<int>(all.sharedSizeBytes);
        case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
            return static_cast<int>(all.constSizeBytes);
        case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
            return static_cast<int>(all.localSizeBytes);
        case CU_FUNC_ATTRIBUTE_NUM_REGS:
            return all.numRegs;
        case CU_FUNC_ATTRIBUTE_PTX_VERSION:
            return all.ptxVersion;
        case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
            return all.binaryVersion;
        case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
            return all.cacheModeCA;
        case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
            return all.maxDynamicSharedSizeBytes;
        case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
            return all.preferredShmemCarveout;
        default:
            break;
    }
    if (attribute > CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT && attribute < CU_FUNC_ATTRIBUTE_MAX)
        return 0;  // no clusters
    return fail(cudaErrorInvalidValue, "attrib is %d, which is no CUfunction_attribute",
                static_cast<int>(attribute));
}

}  // namespace

namespace vgpu::api {

Expected<const vgpuKernel*> kernel_of(const void* handle) {
    const auto* kernel = static_cast<const vgpuKernel*>(handle);
    for (const vgpuKernel* known : all_kernels())
        if (known == kernel) return kernel;
    return fail(cudaErrorInvalidResourceHandle, "the function is %p, which is no kernel that is loaded",
                handle);
}

}  // namespace vgpu::api

extern "C" {

CUresult cuLaunchKernel(CUfunction function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
                        unsigned blockY, unsigned blockZ, unsigned shared, CUstream stream, void** arguments,
                        void** extra) {
    return on_driver_context("cuLaunchKernel", [&](Context&) {
        return launch_on(function, {{gridX, gridY, gridZ}, {blockX, blockY, blockZ}, shared}, stream,
                         arguments, extra);
    });
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned gridX, unsigned gridY, unsigned gridZ,
                                   unsigned blockX, unsigned blockY, unsigned blockZ, unsigned shared,
                                   CUstream stream, void** arguments) {
    return on_driver_context("cuLaunchCooperativeKernel", [&](Context&) {
        return launch_on(function, {{gridX, gridY, gridZ}, {blockX, blockY, blockZ}, shared, true}, stream,
                         arguments, nullptr);
    });
}

CUresult cuLaunchKernelEx(const CUlaunchConfig* c, CUfunction function, void** arguments, void** extra) {
    return on_driver_context("cuLaunchKernelEx", [&](Context&) -> Outcome {
        if (!c) return fail(cudaErrorInvalidValue, "config is null");
        Shape shape{{c->gridDimX, c->gridDimY, c->gridDimZ},
                    {c->blockDimX, c->blockDimY, c->blockDimZ},
                    c->sharedMemBytes};
        VGPU_TRY(
            apply_attributes(shape, reinterpret_cast<const cudaLaunchAttribute*>(c->attrs), c->numAttrs));
        return launch_on(function, shape, c->hStream, arguments, extra);
    });
}

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function) {
    return on_kernel("cuFuncGetAttribute", function, [&](const vgpuKernel* kernel) {
        return give("pi", value, attribute_of(kernel, attribute));
    });
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
    return on_kernel("cuFuncSetAttribute", function,
                     [&](const vgpuKernel* kernel) { return set_attribute(kernel, attribute, value); });
}

CUresult cuFuncGetName(const char** name, CUfunction function) {
    return on_kernel("cuFuncGetName", function,
                     [&](const vgpuKernel* kernel) { return give("name", name, kernel->name); });
}

CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t* offset, size_t* bytes) {
    return on_kernel("cuFuncGetParamInfo", function, [&](const vgpuKernel* kernel) -> Outcome {
        if (index >= kernel->parameters)
            return fail(cudaErrorInvalidValue, "paramIndex is %zu; kernel %s has %u parameters", index,
                        kernel->name, kernel->parameters);
        if (bytes) *bytes = kernel->sizes[index];
        return give("paramOffset", offset, offset_of(kernel, static_cast<unsigned>(index)));
    });
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, CUfunction function, int blockSize,
                                                              size_t shared, unsigned flags) {
    return on_kernel("cuOccupancyMaxActiveBlocksPerMultiprocessor", function,
                     [&](const vgpuKernel* kernel) -> Outcome {
                         VGPU_TRY(only_flags(flags, cudaOccupancyDisableCachingOverride));
                         return give("numBlocks", blocks, active_blocks(kernel, blockSize, shared));
                     });
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function, int blockSize,
                                                     size_t shared) {
    return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, blockSize, shared, 0);
}

CUresult cuOccupancyMaxPotentialBlockSize(int* gridSize, int* blockSize, CUfunction function,
                                          CUoccupancyB2DSize sharedFor, size_t shared, int limit) {
    return on_kernel("cuOccupancyMaxPotentialBlockSize", function, [&](const vgpuKernel* kernel) {
        return with(best_block(kernel, sharedFor, shared, limit), [&](const BestBlock& best) -> Outcome {
            VGPU_TRY(give("minGridSize", gridSize, best.blocks));
            return give("blockSize", blockSize, best.block_size);
        });
    });
}

CUresult cuKernelGetFunction(CUfunction* function, CUkernel kernel) {
    return driver("cuKernelGetFunction", [&] {
        return with(kernel_of(kernel), [&](const vgpuKernel*) {
            return give("pFunc", function, reinterpret_cast<CUfunction>(kernel));
        });
    });
}

CUresult cuKernelGetName(const char** name, CUkernel kernel) {
    return driver("cuKernelGetName", [&] {
        return with(kernel_of(kernel),
                    [&](const vgpuKernel* found) { return give("name", name, found->name); });
    });
}

CUresult cuKernelGetAttribute(int* value, CUfunction_attribute attribute, CUkernel kernel, CUdevice device) {
    return on_driver_device("cuKernelGetAttribute", device, [&](Device&) {
        return with(kernel_of(kernel), [&](const vgpuKernel* found) {
            return give("pi", value, attribute_of(found, attribute));
        });
    });
}

CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice device) {
    return on_driver_device("cuKernelSetAttribute", device, [&](Device&) {
        return with(kernel_of(kernel),
                    [&](const vgpuKernel* found) { return set_attribute(found, attribute, value); });
    });
}

}  // extern "C"
