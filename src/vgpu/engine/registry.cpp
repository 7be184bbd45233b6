// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The kernels and variables of the program and of the shared objects that it has open.
#include <cstring>
#include <map>
#include <mutex>

#include "vgpu/engine/launch.h"

namespace vgpu {

namespace {

/// Made at the first registration, which may come before any constructor of this library's own; never
/// destroyed, as programs take their kernels back at exit.
struct Registry {
    std::mutex mutex;
    std::map<const void*, const vgpuKernel*> kernels;
    std::map<const void*, Variable> variables;
};

Registry& registry() {
    static Registry* all = new Registry;
    return *all;
}

}  // namespace

const vgpuKernel* find_kernel(const void* address) {
    Registry& all = registry();
    const std::lock_guard lock(all.mutex);
    const auto found = all.kernels.find(address);
    return found == all.kernels.end() ? nullptr : found->second;
}

const vgpuKernel* find_kernel(const char* name) {
    Registry& all = registry();
    const std::lock_guard lock(all.mutex);
    for (const auto& [address, kernel] : all.kernels)
        if (std::strcmp(kernel->name, name) == 0) return kernel;
    return nullptr;
}

std::vector<const vgpuKernel*> all_kernels() {
    Registry& all = registry();
    const std::lock_guard lock(all.mutex);
    std::vector<const vgpuKernel*> found;
    for (const auto& [address, kernel] : all.kernels) found.push_back(kernel);
    return found;
}

std::vector<const Variable*> all_variables() {
    Registry& all = registry();
    const std::lock_guard lock(all.mutex);
    std::vector<const Variable*> found;
    for (const auto& [address, variable] : all.variables) found.push_back(&variable);
    return found;
}

const Variable* find_variable(const void* address) {
    Registry& all = registry();
    const std::lock_guard lock(all.mutex);
    const auto found = all.variables.find(address);
    return found == all.variables.end() ? nullptr : &found->second;
}

const Variable* find_variable(const char* name) {
    Registry& all = registry();
    const std::lock_guard lock(all.mutex);
    for (const auto& [address, variable] : all.variables)
        if (std::strcmp(variable.name, name) == 0) return &variable;
    return nullptr;
}

}  // namespace vgpu

extern "C" void vgpuRegisterKernel(const vgpuKernel* kernel) {
    vgpu::Registry& all = vgpu::registry();
    const std::lock_guard lock(all.mutex);
    all.kernels[kernel->address] = kernel;
}

extern "C" void vgpuUnregisterKernel(const vgpuKernel* kernel) {
    vgpu::Registry& all = vgpu::registry();
    const std::lock_guard lock(all.mutex);
    const auto found = all.kernels.find(kernel->address);
    if (found != all.kernels.end() && found->second == kernel) all.kernels.erase(found);
}

extern "C" void vgpuRegisterVariable(const void* address, size_t bytes, const char* name, unsigned kind) {
    vgpu::Registry& all = vgpu::registry();
    const std::lock_guard lock(all.mutex);
    all.variables[address] = {address, bytes, name, kind};
}

extern "C" void vgpuUnregisterVariable(const void* address) {
    vgpu::Registry& all = vgpu::registry();
    const std::lock_guard lock(all.mutex);
    all.variables.erase(address);
}
