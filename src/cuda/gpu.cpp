// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The device that the driver is.
#include "cuda/gpu.h"

#include "cuda/device_code.h"
#include "cuda/driver.h"
#include "cuda/stream_work.h"

namespace omni::cuda {

namespace {

constexpr const char* kStateSymbol = "nvshmemi_device_state_d";

class Gpu final : public Device {
  public:
    Gpu(const Driver& driver, const WorkContext& context)
        : driver_(driver), work_(*new StreamWork(driver_, context)) {}

    Status enqueue(cudaStream_t stream, void (*work)(void*), void* argument,
                   void (*drop)(void*)) const override {
        if (Status status = enter(); !status.ok()) {
            drop(argument);
            return status;
        }
        return work_.enqueue(stream, work, argument, drop);
    }
    Status synchronize(cudaStream_t stream) const override {
        return driver_.check("the stream", driver_.cuStreamSynchronize(stream));
    }
    /// Nothing can be under way where no device was chosen, or while the process takes the driver down.
    Status synchronize_device() const override {
        if (!is_chosen()) return {};
        const int code = driver_.cuCtxSynchronize();
        return driver_.check("the device", code == kDeinitialized ? 0 : code);
    }

    bool is_host() const override { return false; }
    bool is_chosen() const override {
        Context context = nullptr;
        return driver_.cuCtxGetCurrent(&context) == 0 && context;
    }

    Status adopt(void*, size_t) const override { return {}; }
    void release(void*) const override {}

    Status map(void* memory, size_t bytes) const override {
        if (Status status = enter(); !status.ok()) return status;
        Status status =
            driver_.check("host memory for kernels (pinned: ulimit -l, and free memory, bound it)",
                          driver_.cuMemHostRegister(memory, bytes, kPortable | kDeviceMapped));
        if (status.ok()) status = check_address(memory);
        return status;
    }
    void unmap(void* memory) const override { driver_.cuMemHostUnregister(memory); }

    Status give_state(const nvshmemi_device_state& state) const override {
        int device = 0;
        Status status = enter();
        if (status.ok()) status = driver_.check("the device", driver_.cuCtxGetDevice(&device));
        return status.ok() ? fill_device_code(device, state) : std::move(status);
    }
    Status give_state(CUmodule module, const nvshmemi_device_state& state) const override {
        return write_state(driver_.cuModuleGetGlobal, module, "module", state);
    }
    Status give_state(CUlibrary library, const nvshmemi_device_state& state) const override {
        return write_state(driver_.cuLibraryGetGlobal, library, "library", state);
    }
    void forget_states() const override { forget_device_states(); }

    Status launch_cooperative(const Launch& l) const override {
        auto function = function_of_kernel(l.kernel);
        if (!function.ok()) return std::move(function).status();
        return driver_.check("the launch",
                             driver_.cuLaunchCooperativeKernel(
                                 *function, l.grid.x, l.grid.y, l.grid.z, l.block.x, l.block.y, l.block.z,
                                 static_cast<unsigned>(l.shared_bytes), l.stream, l.arguments));
    }
    Result<int> resident_blocks(const Launch& l) const override {
        auto function = function_of_kernel(l.kernel);
        if (!function.ok()) return std::move(function).status();
        const int threads = static_cast<int>(l.block.x * l.block.y * l.block.z);
        int device = 0, multiprocessors = 0, blocks = 0;
        Status status = enter();
        if (status.ok()) status = driver_.check("the device", driver_.cuCtxGetDevice(&device));
        if (status.ok())
            status = driver_.check("the device",
                                   driver_.cuDeviceGetAttribute(&multiprocessors, kMultiprocessors, device));
        if (status.ok())
            status = driver_.check("the kernel", driver_.cuOccupancyMaxActiveBlocksPerMultiprocessor(
                                                     &blocks, *function, threads, l.shared_bytes));
        if (!status.ok()) return Result<int>(std::move(status));
        return blocks * multiprocessors;
    }

  private:
    /// Gives a thread without a device the one that CUDA's runtime would give it, the first.
    Status enter() const {
        if (is_chosen()) return {};
        Context context = nullptr;
        Status status = driver_.check("the first device", driver_.cuDevicePrimaryCtxRetain(&context, 0));
        return status.ok() ? driver_.check("its context", driver_.cuCtxSetCurrent(context))
                           : std::move(status);
    }

    /// All pointers that kernels are given are those of the host.
    Status check_address(void* memory) const {
        Address there = 0;
        Status status =
            driver_.check("the address of host memory", driver_.cuMemHostGetDevicePointer(&there, memory, 0));
        if (!status.ok() || there == reinterpret_cast<uintptr_t>(memory)) return status;
        return error(
            Code::not_supported,
            "this GPU sees host memory at other addresses than the host (%p is %#llx there): it cannot "
            "use a symmetric heap in host memory",
            memory, there);
    }

    template <class Handle>
    Status write_state(int (*get)(Address*, size_t*, Handle, const char*), Handle handle, const char* what,
                       const nvshmemi_device_state& state) const {
        Address place = 0;
        size_t bytes = 0;
        if (Status status = enter(); !status.ok()) return status;
        const int code = get(&place, &bytes, handle, kStateSymbol);
        if (code == kNoSymbol) return {};
        if (Status status = driver_.check(what, code); !status.ok()) return status;
        if (bytes != sizeof state)
            return error(
                Code::not_supported,
                "the %s has a device state of %zu bytes, this library one of %zu: compile it with this "
                "library's headers, or link this library's device part",
                what, bytes, sizeof state);
        return driver_.check("the state of a module", driver_.cuMemcpyHtoD(place, &state, sizeof state));
    }

    const Driver driver_;
    StreamWork& work_;
};

}  // namespace

Result<const Device*> bind_gpu(const os::Library& library, const WorkContext& context) {
    auto driver = load_driver(library);
    if (!driver.ok()) return std::move(driver).status();
    return new Gpu(*driver, context);
}

}  // namespace omni::cuda
