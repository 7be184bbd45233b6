// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Libraries of the runtime interface: the modules of the driver interface.
#include <cuda_runtime_api.h>

#include <algorithm>

#include "vgpu/api/driver_kernel.h"
#include "vgpu/api/give.h"
#include "vgpu/api/module.h"
#include "vgpu/api/shell.h"

using namespace vgpu::api;
using vgpu::Outcome;

namespace {

template <class F>
cudaError_t load(const char* function, cudaLibrary_t* library, F from) {
    return runtime(function, [&]() -> Outcome {
        if (!library) return fail(cudaErrorInvalidValue, "library is null");
        return with(from(), [&](Module* module) {
            return give("library", library, reinterpret_cast<cudaLibrary_t>(module));
        });
    });
}

template <class F>
cudaError_t on_library(const char* function, cudaLibrary_t library, F f) {
    return runtime(function, [&] {
        return with(find_module(reinterpret_cast<Module*>(library)),
                    [&](const std::shared_ptr<Module>& module) { return f(*module); });
    });
}

cudaError_t give_variable(const char* function, void** pointer, size_t* bytes, cudaLibrary_t library,
                          const char* name) {
    return on_library(function, library, [&](Module& module) {
        return with(variable_in(module, name), [&](const vgpu::Variable* variable) -> Outcome {
            if (bytes) *bytes = variable->bytes;
            if (pointer) *pointer = const_cast<void*>(static_cast<const void*>(variable->address));
            return {};
        });
    });
}

}  // namespace

extern "C" {

cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* code, cudaJitOption*, void**, unsigned,
                                cudaLibraryOption*, void**, unsigned) {
    return load("cudaLibraryLoadData", library, [&] { return load_image(code); });
}
cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t* library, const char* path, cudaJitOption*, void**,
                                    unsigned, cudaLibraryOption*, void**, unsigned) {
    return load("cudaLibraryLoadFromFile", library, [&] { return load_module(path); });
}
cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
    return runtime("cudaLibraryUnload", [&] { return unload_module(reinterpret_cast<Module*>(library)); });
}

cudaError_t cudaLibraryGetKernel(cudaKernel_t* kernel, cudaLibrary_t library, const char* name) {
    return on_library("cudaLibraryGetKernel", library, [&](Module& module) {
        return with(kernel_in(module, name), [&](const vgpuKernel* found) {
            return give("pKernel", kernel, handle_of<cudaKernel_t>(found));
        });
    });
}
cudaError_t cudaLibraryGetKernelCount(unsigned* count, cudaLibrary_t library) {
    return on_library("cudaLibraryGetKernelCount", library, [&](Module& module) {
        return give("count", count, static_cast<unsigned>(kernels_of(module).size()));
    });
}
cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t* kernels, unsigned count, cudaLibrary_t library) {
    return on_library("cudaLibraryEnumerateKernels", library, [&](Module& module) -> Outcome {
        if (!kernels) return fail(cudaErrorInvalidValue, "kernels is null");
        const auto all = kernels_of(module);
        std::transform(all.begin(), all.begin() + std::min<ptrdiff_t>(count, std::ssize(all)), kernels,
                       handle_of<cudaKernel_t>);
        return {};
    });
}

cudaError_t cudaLibraryGetGlobal(void** pointer, size_t* bytes, cudaLibrary_t library, const char* name) {
    return give_variable("cudaLibraryGetGlobal", pointer, bytes, library, name);
}
cudaError_t cudaLibraryGetManaged(void** pointer, size_t* bytes, cudaLibrary_t library, const char* name) {
    return give_variable("cudaLibraryGetManaged", pointer, bytes, library, name);
}

}  // extern "C"
