// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Modules, libraries and entry points of the driver interface.
#include <dlfcn.h>

#include "vgpu/api/driver_kernel.h"
#include "vgpu/api/driver_shell.h"
#include "vgpu/api/live.h"
#include "vgpu/api/module.h"

using namespace vgpu::api;
using vgpu::Outcome;

namespace {

/// A library is its module.
CUmodule module_of(CUlibrary library) { return reinterpret_cast<CUmodule>(library); }

template <class F>
CUresult on_module(const char* function, CUmodule handle, F f) {
    return driver(function, [&] {
        return with(find_module(handle), [&](const std::shared_ptr<Module>& module) { return f(*module); });
    });
}

template <class Handle>
CUresult load(const char* function, Handle* place, Expected<Module*> (*from)(const char*), const char* path) {
    return driver(function, [&]() -> Outcome {
        if (!place) return fail(cudaErrorInvalidValue, "the place for the handle is null");
        return with(from(path),
                    [&](Module* module) { return give("module", place, reinterpret_cast<Handle>(module)); });
    });
}

Expected<Module*> image_at(const char* image) { return load_image(image); }

template <class Handle>
Outcome give_kernel(Handle* place, Module& module, const char* name) {
    return with(kernel_in(module, name),
                [&](const vgpuKernel* kernel) { return give("hfunc", place, handle_of<Handle>(kernel)); });
}

Outcome give_variable(CUdeviceptr* pointer, size_t* bytes, Module& module, const char* name) {
    return with(variable_in(module, name), [&](const vgpu::Variable* variable) -> Outcome {
        if (bytes) *bytes = variable->bytes;
        if (pointer) *pointer = address_of(variable->address);
        return {};
    });
}

}  // namespace

extern "C" {

CUresult cuModuleLoad(CUmodule* module, const char* path) {
    return load("cuModuleLoad", module, load_module, path);
}
CUresult cuModuleLoadData(CUmodule* module, const void* image) {
    return load("cuModuleLoadData", module, image_at, static_cast<const char*>(image));
}
CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned, CUjit_option*, void**) {
    return cuModuleLoadData(module, image);
}

CUresult cuModuleUnload(CUmodule module) {
    return driver("cuModuleUnload", [&] { return unload_module(module); });
}
CUresult cuModuleGetFunction(CUfunction* function, CUmodule handle, const char* name) {
    return on_module("cuModuleGetFunction", handle,
                     [&](Module& module) { return give_kernel(function, module, name); });
}
CUresult cuModuleGetGlobal(CUdeviceptr* pointer, size_t* bytes, CUmodule handle, const char* name) {
    return on_module("cuModuleGetGlobal", handle,
                     [&](Module& module) { return give_variable(pointer, bytes, module, name); });
}

CUresult cuLibraryLoadFromFile(CUlibrary* library, const char* path, CUjit_option*, void**, unsigned,
                               CUlibraryOption*, void**, unsigned) {
    return load("cuLibraryLoadFromFile", library, load_module, path);
}
CUresult cuLibraryLoadData(CUlibrary* library, const void* image, CUjit_option*, void**, unsigned,
                           CUlibraryOption*, void**, unsigned) {
    return load("cuLibraryLoadData", library, image_at, static_cast<const char*>(image));
}
CUresult cuLibraryUnload(CUlibrary library) {
    return driver("cuLibraryUnload", [&] { return unload_module(module_of(library)); });
}
CUresult cuLibraryGetKernel(CUkernel* kernel, CUlibrary library, const char* name) {
    return on_module("cuLibraryGetKernel", module_of(library),
                     [&](Module& module) { return give_kernel(kernel, module, name); });
}
CUresult cuLibraryGetModule(CUmodule* module, CUlibrary library) {
    return on_module("cuLibraryGetModule", module_of(library),
                     [&](Module& found) { return give("pMod", module, &found); });
}
CUresult cuLibraryGetGlobal(CUdeviceptr* pointer, size_t* bytes, CUlibrary library, const char* name) {
    return on_module("cuLibraryGetGlobal", module_of(library),
                     [&](Module& module) { return give_variable(pointer, bytes, module, name); });
}

CUresult cuGetProcAddress(const char* name, void** function, int, cuuint64_t flags,
                          CUdriverProcAddressQueryResult* result) {
    return driver("cuGetProcAddress", [&]() -> Outcome {
        if (!name || !function) return fail(cudaErrorInvalidValue, "symbol or pfn is null");
        VGPU_TRY(only_flags(static_cast<unsigned>(flags), CU_GET_PROC_ADDRESS_LEGACY_STREAM));
        *function = entry_point(name);
        if (result) *result = *function ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
        return *function ? Outcome{}
                         : fail(cudaErrorSymbolNotFound, "the virtual device has no function \"%s\"", name);
    });
}

}  // extern "C"
