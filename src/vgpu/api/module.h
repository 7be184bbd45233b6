// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Modules: shared objects with kernels, opened while the program runs.
#pragma once

#include <memory>

#include "vgpu/api/outcome.h"

/// Both handles of the driver interface, since a library has one module.
struct CUmod_st {
    explicit CUmod_st(void* handle) : handle(handle) {}
    ~CUmod_st();
    CUmod_st(const CUmod_st&) = delete;
    CUmod_st& operator=(const CUmod_st&) = delete;

    void* const handle;  ///< of dlopen
};

namespace vgpu::api {

using Module = CUmod_st;

Expected<Module*> load_module(const char* path);
/// `image` is a whole shared object in memory.
Expected<Module*> load_image(const void* image);
Expected<std::shared_ptr<Module>> find_module(Module* handle);
Outcome unload_module(Module* handle);

/// The function of this library with that name; null when it has none.
void* entry_point(const char* name);

std::vector<const vgpuKernel*> kernels_of(const Module& module);
Expected<const vgpuKernel*> kernel_in(Module& module, const char* name);
Expected<const Variable*> variable_in(Module& module, const char* name);

}  // namespace vgpu::api
