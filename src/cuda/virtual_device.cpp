// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/virtual_device.h"

#include "base/kernel.h"
#include "cuda/find.h"

namespace omni::cuda {

namespace {

// As in vgpu/hooks.h and CUDA's runtime.
using Work = void (*)(void*);
struct Hooks {
    void* (*capture)();
    void* (*install)(void*);
    void (*finish)();
};
struct Functions {
    int (*vgpuEnqueue)(cudaStream_t, Work, void*, Work, unsigned);
    void (*vgpuSetHooks)(const Hooks*);
    int (*vgpuPause)();
    int (*vgpuInKernel)();
    void (*vgpuDescribeThread)(char*, size_t);
    int (*cudaStreamSynchronize)(cudaStream_t);
    int (*cudaDeviceSynchronize)();
    int (*cudaLaunchCooperativeKernel)(const void*, Dim3, Dim3, void**, size_t, cudaStream_t);
    int (*cudaOccupancyMaxActiveBlocksPerMultiprocessor)(int*, const void*, int, size_t);
    int (*cudaDeviceGetAttribute)(int*, int, int);
    int (*cudaGetDevice)(int*);
    const char* (*cudaGetErrorString)(int);
    int (*vgpuAdoptMemory)(void*, size_t, int);
    int (*vgpuReleaseMemory)(void*);
};
constexpr int kMultiprocessorCount = 16;  // cudaDevAttrMultiProcessorCount

class VirtualDevice final : public Device {
  public:
    explicit VirtualDevice(const Functions& functions) : f_(functions) {}

    Status enqueue(cudaStream_t stream, Work work, void* argument, Work drop) const override {
        Status status = check("the stream", f_.vgpuEnqueue(stream, work, argument, drop, 0));
        if (!status.ok()) drop(argument);
        return status;
    }
    Status synchronize(cudaStream_t stream) const override {
        return check("the stream", f_.cudaStreamSynchronize(stream));
    }
    Status synchronize_device() const override { return check("the device", f_.cudaDeviceSynchronize()); }

    Status adopt(void* memory, size_t bytes) const override {
        int device = 0;
        if (Status status = check("the device", f_.cudaGetDevice(&device)); !status.ok()) return status;
        return check("the symmetric heap", f_.vgpuAdoptMemory(memory, bytes, device));
    }
    void release(void* memory) const override { f_.vgpuReleaseMemory(memory); }

    // Kernels call this library and use its memory.
    bool is_host() const override { return true; }
    bool is_chosen() const override { return true; }
    Status map(void*, size_t) const override { return {}; }
    void unmap(void*) const override {}
    Status give_state(const nvshmemi_device_state&) const override { return {}; }
    Status give_state(CUmodule, const nvshmemi_device_state&) const override { return {}; }
    Status give_state(CUlibrary, const nvshmemi_device_state&) const override { return {}; }
    void forget_states() const override {}

    Status launch_cooperative(const Launch& l) const override {
        return check("the launch", f_.cudaLaunchCooperativeKernel(l.kernel, l.grid, l.block, l.arguments,
                                                                  l.shared_bytes, l.stream));
    }
    Result<int> resident_blocks(const Launch& l) const override {
        const long threads = static_cast<long>(l.block.x) * l.block.y * l.block.z;
        int device = 0, multiprocessors = 0, blocks = 0;
        Status status = check("the device", f_.cudaGetDevice(&device));
        if (status.ok())
            status = check("the device",
                           f_.cudaDeviceGetAttribute(&multiprocessors, kMultiprocessorCount, device));
        if (status.ok())
            status = check("the kernel", f_.cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                                             &blocks, l.kernel, static_cast<int>(threads), l.shared_bytes));
        if (!status.ok()) return Result<int>(std::move(status));
        return blocks * multiprocessors;
    }

  private:
    Status check(const char* what, int code) const {
        if (code == 0) return {};
        return error(Code::internal, "CUDA refuses %s: %s (%d)", what, f_.cudaGetErrorString(code), code);
    }

    Functions f_;
};

/// False with the name of a function that the library lacks.
bool find_all(const os::Library& l, Functions& f, std::string& missing) {
    return find(l, "vgpuEnqueue", f.vgpuEnqueue, missing) &&
           find(l, "vgpuSetHooks", f.vgpuSetHooks, missing) && find(l, "vgpuPause", f.vgpuPause, missing) &&
           find(l, "vgpuInKernel", f.vgpuInKernel, missing) &&
           find(l, "vgpuDescribeThread", f.vgpuDescribeThread, missing) &&
           find(l, "cudaStreamSynchronize", f.cudaStreamSynchronize, missing) &&
           find(l, "cudaDeviceSynchronize", f.cudaDeviceSynchronize, missing) &&
           find(l, "cudaLaunchCooperativeKernel", f.cudaLaunchCooperativeKernel, missing) &&
           find(l, "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
                f.cudaOccupancyMaxActiveBlocksPerMultiprocessor, missing) &&
           find(l, "cudaDeviceGetAttribute", f.cudaDeviceGetAttribute, missing) &&
           find(l, "cudaGetDevice", f.cudaGetDevice, missing) &&
           find(l, "cudaGetErrorString", f.cudaGetErrorString, missing) &&
           find(l, "vgpuAdoptMemory", f.vgpuAdoptMemory, missing) &&
           find(l, "vgpuReleaseMemory", f.vgpuReleaseMemory, missing);
}

}  // namespace

Result<const Device*> bind_virtual_device(const os::Library& library, const WorkContext& context) {
    Functions functions;
    std::string missing;
    if (!find_all(library, functions, missing))
        return error(Code::not_supported, "%s has no %s: it is no virtual CUDA device of this version",
                     library.path().c_str(), missing.c_str());
    static const Hooks work_hooks{context.capture, context.install, context.finish};
    static const kernel::Hooks kernel_hooks{functions.vgpuInKernel, functions.vgpuPause,
                                            functions.vgpuDescribeThread};
    functions.vgpuSetHooks(&work_hooks);
    kernel::set_hooks(&kernel_hooks);
    return new VirtualDevice(functions);
}

}  // namespace omni::cuda
