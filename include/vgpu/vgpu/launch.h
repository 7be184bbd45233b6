// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the source step makes kernels and launches of. A kernel `__global__ void k(int n) {…}` becomes a host
// function k that launches, around a local struct that holds the body:
//     void k(int n) { struct vgpu_kernel {…static void run(int n) {…}}; vgpu::Kernel<vgpu_kernel,
//     &k>::launch(n); }
// and `k<<<grid, block>>>(1)` becomes `(vgpu::Configuration(grid, block), k(1))`: overloads, templates,
// conversions and calls through pointers are the compiler's business, and the address of k names the kernel.
#pragma once

#include <driver_types.h>

#include <cstddef>
#include <type_traits>
#include <utility>

#include "vgpu/builtins.h"
#include "vgpu/kernel.h"

extern "C" {

enum vgpuLaunchFlags { vgpuLaunchCooperative = 1 };

/// Checks the configuration, copies the arguments (each with the size of the parameter) and puts the launch
/// into the stream. All ways to launch end here.
cudaError_t vgpuLaunch(const vgpuKernel* kernel, dim3 grid, dim3 block, void** arguments, size_t shared,
                       cudaStream_t stream, unsigned flags);

/// A kernel was called like a function, without <<<…>>>.
void vgpuMissingConfiguration(const vgpuKernel* kernel);
}

namespace vgpu {

/// What stands in <<<…>>>, in force for the first kernel that the rest of the full expression calls.
class Configuration {
  public:
    explicit Configuration(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = nullptr)
        : grid_(grid), block_(block), shared_(shared), stream_(stream), outer_(innermost()) {
        innermost() = this;
    }
    ~Configuration() {
        if (!used_) innermost() = outer_;
    }
    Configuration(const Configuration&) = delete;
    Configuration& operator=(const Configuration&) = delete;

    static void launch(const vgpuKernel* kernel, void** arguments) {
        Configuration* current = innermost();
        if (!current) return vgpuMissingConfiguration(kernel);
        current->used_ = true;
        innermost() = current->outer_;
        vgpuLaunch(kernel, current->grid_, current->block_, arguments, current->shared_, current->stream_, 0);
    }

  private:
    static Configuration*& innermost() {
        static thread_local Configuration* top = nullptr;
        return top;
    }

    dim3 grid_, block_;
    size_t shared_;
    cudaStream_t stream_;
    Configuration* outer_;
    bool used_ = false;
};

/// Registers a kernel for as long as the object that it is part of is loaded.
class Registration {
  public:
    explicit Registration(const vgpuKernel* kernel) : kernel_(kernel) { vgpuRegisterKernel(kernel); }
    ~Registration() { vgpuUnregisterKernel(kernel_); }
    Registration(const Registration&) = delete;
    Registration& operator=(const Registration&) = delete;

  private:
    const vgpuKernel* kernel_;
};

/// A __device__, __constant__ or __managed__ variable, registered likewise.
class VariableRegistration {
  public:
    VariableRegistration(const void* address, size_t bytes, const char* name, unsigned kind)
        : address_(address) {
        vgpuRegisterVariable(address, bytes, name, kind);
    }
    ~VariableRegistration() { vgpuUnregisterVariable(address_); }
    VariableRegistration(const VariableRegistration&) = delete;
    VariableRegistration& operator=(const VariableRegistration&) = delete;

  private:
    const void* address_;
};

/// The kernel with the body `Body::run`, named by the host function `function`.
template <class Body, auto function, class Type = decltype(&Body::run)>
class Kernel;

template <class Body, auto function, class... P>
class Kernel<Body, function, void (*)(P...)> {
  public:
    static void launch(const std::remove_reference_t<P>&... values) {
        void* arguments[sizeof...(P) + 1] = {const_cast<void*>(static_cast<const volatile void*>(&values))...,
                                             nullptr};
        (void)registration;
        Configuration::launch(&record, arguments);
    }

  private:
    static void run(const vgpuKernel*, void* const* arguments) {
        run_threads(arguments, std::index_sequence_for<P...>());
    }

    template <size_t... i>
    static void run_threads([[maybe_unused]] void* const* arguments, std::index_sequence<i...>) {
        do Body::run(*static_cast<std::remove_reference_t<P>*>(arguments[i])...);
        while (next_thread());
    }

    static inline const unsigned short sizes[sizeof...(P) + 1] = {sizeof(P)..., 0};
    static inline const unsigned short alignments[sizeof...(P) + 1] = {alignof(P)..., 1};
    static inline const vgpuKernel record = {
        Body::name(), &run,      reinterpret_cast<const void*>(function), sizeof...(P), Body::max_threads(),
        sizes,        alignments};
    static inline const Registration registration{&record};
};

}  // namespace vgpu
