// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Launches: checks, arguments, the task.
#include "vgpu/api/kernel.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>

#include "vgpu/api/shell.h"
#include "vgpu/engine/limits.h"
#include "vgpu/launch.h"

namespace vgpu::api {

namespace {

struct Settings {
    std::mutex mutex;
    std::map<const vgpuKernel*, KernelSettings> of;
};

Settings& settings() {
    static Settings* all = new Settings;
    return *all;
}

template <class F>
auto with_settings(const vgpuKernel* kernel, F f) {
    const std::lock_guard lock(settings().mutex);
    return f(settings().of.try_emplace(kernel, KernelSettings{kSharedPerBlock}).first->second);
}

size_t volume(dim3 d) { return size_t{d.x} * d.y * d.z; }

Outcome check_dimension(const vgpuKernel* kernel, const char* name, dim3 given, dim3 most) {
    if (given.x >= 1 && given.y >= 1 && given.z >= 1 && given.x <= most.x && given.y <= most.y &&
        given.z <= most.z)
        return {};
    return fail(cudaErrorInvalidConfiguration,
                "kernel %s: the %s is (%u, %u, %u); it can be (1, 1, 1) to (%u, %u, %u)", kernel->name, name,
                given.x, given.y, given.z, most.x, most.y, most.z);
}

Outcome check_cooperative(const vgpuKernel* kernel, const Shape& shape) {
    const auto threads = static_cast<unsigned>(volume(shape.block));
    const size_t most =
        static_cast<size_t>(resident_blocks(kernel, threads, shape.shared)) * kMultiprocessors;
    if (volume(shape.grid) <= most) return {};
    return fail(cudaErrorCooperativeLaunchTooLarge,
                "kernel %s: a cooperative launch has %zu blocks; %zu of %u threads can be resident",
                kernel->name, volume(shape.grid), most, threads);
}

}  // namespace

KernelTask::KernelTask(const vgpuKernel* kernel, const Shape& shape, void* const* arguments, int device)
    : kernel(kernel), shape(shape), device(device), pointers_(new void*[kernel->parameters + 1]) {
    size_t bytes = 0, alignment = 1;
    for (unsigned i = 0; i < kernel->parameters; ++i) {
        const size_t unit = kernel->alignments[i];
        alignment = std::max(alignment, unit);
        bytes = (bytes + unit - 1) / unit * unit + kernel->sizes[i];
    }
    values_.reset(new char[bytes + alignment]);
    char* at = values_.get();
    for (unsigned i = 0; i < kernel->parameters; ++i) {
        const uintptr_t unit = kernel->alignments[i];
        at = reinterpret_cast<char*>((reinterpret_cast<uintptr_t>(at) + unit - 1) / unit * unit);
        std::memcpy(at, arguments[i], kernel->sizes[i]);
        pointers_[i] = at;
        at += kernel->sizes[i];
    }
}

Outcome KernelTask::run(void* context) const {
    return run_grid(
        {kernel, pointers_.get(), shape.grid, shape.block, shape.shared, shape.cooperative, device, context});
}

KernelSettings settings_of(const vgpuKernel* kernel) {
    return with_settings(kernel, [](KernelSettings& settings) { return settings; });
}

Outcome set_shared_limit(const vgpuKernel* kernel, long bytes) {
    if (bytes < 0 || static_cast<size_t>(bytes) > kMaxSharedPerBlock)
        return fail(cudaErrorInvalidValue,
                    "the dynamic shared memory of %s is to be at most %ld bytes; 0 to %zu are possible",
                    kernel->name, bytes, kMaxSharedPerBlock);
    with_settings(
        kernel, [&](KernelSettings& settings) { return settings.shared_limit = static_cast<size_t>(bytes); });
    return {};
}

Outcome set_carveout(const vgpuKernel* kernel, int percent) {
    if (percent < -1 || percent > 100)
        return fail(cudaErrorInvalidValue, "the shared memory carveout is %d; it can be -1 to 100", percent);
    with_settings(kernel, [&](KernelSettings& settings) { return settings.carveout = percent; });
    return {};
}

unsigned most_threads(const vgpuKernel* kernel) {
    return kernel->max_threads ? std::min(kernel->max_threads, kMaxThreads) : kMaxThreads;
}

Outcome check_shape(const vgpuKernel* kernel, const Shape& shape) {
    VGPU_TRY(check_dimension(kernel, "grid", shape.grid, {kMaxGridX, kMaxGridY, kMaxGridZ}));
    VGPU_TRY(check_dimension(kernel, "block", shape.block, {kMaxBlockX, kMaxBlockY, kMaxBlockZ}));
    if (volume(shape.block) > kMaxThreads)
        return fail(cudaErrorInvalidConfiguration, "kernel %s: a block has %zu threads; it can have %u",
                    kernel->name, volume(shape.block), kMaxThreads);
    if (volume(shape.block) > most_threads(kernel))
        return fail(cudaErrorLaunchOutOfResources,
                    "kernel %s: a block has %zu threads; its __launch_bounds__ allow %u", kernel->name,
                    volume(shape.block), most_threads(kernel));
    if (shape.shared > kSharedPerBlock && shape.shared > settings_of(kernel).shared_limit)
        return fail(cudaErrorInvalidValue,
                    "kernel %s: %zu bytes of dynamic shared memory; more than %zu have to be asked for with "
                    "cudaFuncSetAttribute(cudaFuncAttributeMaxDynamicSharedMemorySize)",
                    kernel->name, shape.shared, kSharedPerBlock);
    return shape.cooperative ? check_cooperative(kernel, shape) : Outcome{};
}

Expected<std::shared_ptr<const KernelTask>> make_launch(const vgpuKernel* kernel, const Shape& shape,
                                                        void* const* arguments, int device) {
    VGPU_TRY(check_shape(kernel, shape));
    for (unsigned i = 0; i < kernel->parameters; ++i)
        if (!arguments || !arguments[i])
            return fail(cudaErrorInvalidValue, "kernel %s: the pointer to argument %u of %u is null",
                        kernel->name, i, kernel->parameters);
    return std::make_shared<const KernelTask>(kernel, shape, arguments, device);
}

Outcome launch(const vgpuKernel* kernel, const Shape& shape, void* const* arguments, Stream& stream) {
    auto task = make_launch(kernel, shape, arguments, stream.context->device().ordinal());
    return task.ok() ? submit(stream, std::move(*task)) : task.failure();
}

Expected<const vgpuKernel*> kernel_at(const void* function) {
    const vgpuKernel* kernel = function ? find_kernel(function) : nullptr;
    if (!kernel)
        return fail(cudaErrorInvalidDeviceFunction,
                    "func is %p, which is no kernel of this program: was the file with the kernel built by "
                    "nvshmem_add_program or nvshmcc?",
                    function);
    return kernel;
}

}  // namespace vgpu::api

using namespace vgpu::api;

extern "C" cudaError_t vgpuLaunch(const vgpuKernel* kernel, dim3 grid, dim3 block, void** arguments,
                                  size_t shared, cudaStream_t stream, unsigned flags) {
    return runtime("a launch", [&]() -> vgpu::Outcome {
        if (!kernel) return fail(cudaErrorInvalidDeviceFunction, "the kernel is null");
        auto target = find_stream(stream);
        if (!target.ok()) return target.failure();
        return launch(kernel, {grid, block, shared, (flags & vgpuLaunchCooperative) != 0}, arguments,
                      **target);
    });
}

extern "C" void vgpuMissingConfiguration(const vgpuKernel* kernel) {
    runtime("a launch", [&] {
        return fail(cudaErrorMissingConfiguration,
                    "kernel %s is called like a function; write <<<grid, block>>> before its arguments",
                    kernel->name);
    });
}
