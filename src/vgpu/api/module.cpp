// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Opening shared objects, and finding kernels in them.
#include "vgpu/api/module.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/status.h"
#include "os/memory.h"
#include "vgpu/api/live.h"

CUmod_st::~CUmod_st() { ::dlclose(handle); }

namespace vgpu::api {

namespace {

constexpr Elf64_Half kCudaMachine = 190;
constexpr const char* kCure = "build the kernels into a shared object with nvshmcc -shared, and load that";

Expected<Module*> open(const char* path, const char* called) {
    void* handle = ::dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return fail(cudaErrorInvalidKernelImage, "%s cannot be loaded: %s", called, ::dlerror());
    return Live<Module>::all().add(std::make_shared<Module>(handle));
}

/// Why the virtual device cannot use what a GPU could.
Outcome check_image(const unsigned char* bytes, const char* called) {
    if (std::memcmp(bytes, ELFMAG, SELFMAG) == 0) {
        Elf64_Ehdr header;
        std::memcpy(&header, bytes, sizeof(header));
        if (header.e_machine == kCudaMachine)
            return fail(cudaErrorNoKernelImageForDevice,
                        "%s is a cubin, code of a GPU; the virtual device runs code of the processor: %s",
                        called, kCure);
        return {};
    }
    if (std::memcmp(bytes, "\x50\xed\x55\xba", 4) == 0)
        return fail(cudaErrorNoKernelImageForDevice,
                    "%s is a fat binary, code of GPUs; the virtual device runs code of the processor: %s",
                    called, kCure);
    return fail(cudaErrorInvalidPtx,
                "%s is PTX or nothing that is known; the virtual device runs code of the processor: %s",
                called, kCure);
}

/// Bytes of an ELF file, which ends with its table of sections.
size_t size_of_image(const void* image) {
    Elf64_Ehdr header;
    std::memcpy(&header, image, sizeof(header));
    return header.e_shoff + size_t{header.e_shentsize} * header.e_shnum;
}

uintptr_t base_of(const void* handle) { return static_cast<const link_map*>(handle)->l_addr; }

/// Whether an address lies in the object that was opened.
bool in_module(const Module& module, const void* address) {
    Dl_info info;
    return ::dladdr(address, &info) != 0 &&
           reinterpret_cast<uintptr_t>(info.dli_fbase) == base_of(module.handle);
}

template <class T>
Expected<T> find_in(const std::vector<T>& all, const Module& module, const char* kind, const char* name) {
    if (!name) return fail(cudaErrorInvalidValue, "name is null");
    for (const T& one : all)
        if (std::strcmp(one->name, name) == 0 && in_module(module, one->address)) return one;
    return fail(cudaErrorSymbolNotFound, "the module has no %s called \"%s\"", kind, name);
}

}  // namespace

Expected<Module*> load_module(const char* path) {
    unsigned char begin[sizeof(Elf64_Ehdr)] = {};
    std::FILE* file = path ? std::fopen(path, "rb") : nullptr;
    if (!file)
        return fail(cudaErrorFileNotFound, "fname is \"%s\", which cannot be read: %s", path ? path : "",
                    std::strerror(errno));
    const size_t read = std::fread(begin, 1, sizeof(begin), file);
    std::fclose(file);
    if (read < 4) return fail(cudaErrorInvalidKernelImage, "%s has %zu bytes", path, read);
    VGPU_TRY(check_image(begin, path));
    return open(std::strchr(path, '/') ? path : ("./" + std::string(path)).c_str(), path);
}

Expected<Module*> load_image(const void* image) {
    if (!image) return fail(cudaErrorInvalidValue, "image is null");
    VGPU_TRY(check_image(static_cast<const unsigned char*>(image), "image"));
    const size_t bytes = size_of_image(image);
    auto file = omni::os::create_memory_file("vgpu-module", 0);
    if (!file.ok()) return fail(cudaErrorMemoryAllocation, "%s", file.status().text());
    if (::pwrite(file->get(), image, bytes, 0) != static_cast<ssize_t>(bytes))
        return fail(cudaErrorInvalidKernelImage, "image of %zu bytes cannot be read", bytes);
    return open(omni::format("/proc/self/fd/%d", file->get()).c_str(), "image");
}

Expected<std::shared_ptr<Module>> find_module(Module* handle) {
    auto module = Live<Module>::all().find(handle);
    if (!module)
        return fail(cudaErrorInvalidResourceHandle, "the module is %p, which is not loaded",
                    static_cast<void*>(handle));
    return module;
}

Outcome unload_module(Module* handle) {
    if (!Live<Module>::all().remove(handle)) return find_module(handle).failure();
    return {};
}

void* entry_point(const char* name) {
    Dl_info self;
    if (::dladdr(reinterpret_cast<const void*>(&entry_point), &self) == 0) return nullptr;
    void* library = ::dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD);
    void* function = library ? ::dlsym(library, name) : nullptr;
    if (library) ::dlclose(library);
    return function;
}

std::vector<const vgpuKernel*> kernels_of(const Module& module) {
    auto kernels = all_kernels();
    std::erase_if(kernels, [&](const vgpuKernel* kernel) { return !in_module(module, kernel->address); });
    return kernels;
}

Expected<const vgpuKernel*> kernel_in(Module& module, const char* name) {
    return find_in(all_kernels(), module, "kernel", name);
}

Expected<const Variable*> variable_in(Module& module, const char* name) {
    return find_in(all_variables(), module, "variable", name);
}

}  // namespace vgpu::api
