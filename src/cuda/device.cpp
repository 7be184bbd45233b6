// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Finding the CUDA at work.
#include "cuda/device.h"

#include <dlfcn.h>

#include <atomic>
#include <mutex>

#include "cuda/device_code.h"
#include "cuda/gpu.h"
#include "cuda/virtual_device.h"
#include "os/library.h"

namespace omni::cuda {

namespace {

constexpr const char* kVirtual = "libnvshmem_vcuda.so.1";
constexpr const char* kDriver = "libcuda.so.1";
std::atomic<const Device*> found{nullptr};
std::atomic<Choice> choice{Choice::automatic};
WorkContext work_context{[]() -> void* { return nullptr; }, [](void*) -> void* { return nullptr; }, [] {}};

/// The folder of this library, with a slash at its end; "" when unknown.
std::string own_folder() {
    Dl_info info;
    if (::dladdr(reinterpret_cast<const void*>(&own_folder), &info) == 0) return "";
    const std::string path = info.dli_fname;
    return path.substr(0, path.rfind('/') + 1);
}

Result<os::Library> load_virtual() {
    auto beside = os::Library::load((own_folder() + kVirtual).c_str());
    if (beside.ok()) return beside;
    auto anywhere = os::Library::load(kVirtual);
    if (anywhere.ok()) return anywhere;
    return error(Code::not_supported,
                 "no CUDA device is at work in this process, and the virtual one cannot be loaded: %s. %s is "
                 "installed beside libnvshmem_host.so.3",
                 beside.status().text(), kVirtual);
}

Status no_driver(const Status& why) {
    const std::string who = has_device_code() ? format("the kernels of %s were compiled for GPUs",
                                                       origin_of_device_code().c_str())
                                              : std::string("NVSHMEM_DEVICE is cuda");
    return error(
        Code::not_supported,
        "%s, and this machine's CUDA driver cannot be used: %s. For a machine without a GPU build the "
        "program by nvshmcc",
        who.c_str(), why.text());
}

using Bind = Result<const Device*> (*)(const os::Library&, const WorkContext&);

Result<const Device*> bind(const os::Library& library, Bind bind_device) {
    static std::mutex mutex;
    std::lock_guard lock(mutex);
    if (const Device* device = found.load()) return device;
    auto device = bind_device(library, work_context);
    if (device.ok()) found.store(*device);
    return device;
}

Result<const Device*> bind_driver() {
    auto library = os::Library::load(kDriver);
    if (!library.ok()) return no_driver(library.status());
    auto device = bind(*library, bind_gpu);
    if (!device.ok()) return no_driver(device.status());
    return device;
}

/// The virtual device that the program was linked with or has loaded.
Result<const Device*> bind_brought(const os::Library& library) {
    if (has_device_code())
        return error(
            Code::invalid_value,
            "%s has kernels for GPUs, and the process uses the virtual CUDA device (%s): kernels of one "
            "program are built for one of the two",
            origin_of_device_code().c_str(), library.path().c_str());
    return bind(library, bind_virtual_device);
}

/// Whether the program uses the driver already: PyTorch and its like, which bring kernels of their own.
bool uses_driver() {
    const auto driver = os::Library::that_define("cuCtxGetCurrent");
    void* context = nullptr;
    int (*current)(void**) = nullptr;
    if (!driver.empty()) driver.front().find("cuCtxGetCurrent", current);
    return current && current(&context) == 0 && context;
}

}  // namespace

void set_work_context(const WorkContext& context) { work_context = context; }
void choose(Choice wanted) { choice.store(wanted); }

Result<const Device*> present_device() {
    if (const Device* device = found.load(std::memory_order_acquire)) return device;
    if (choice.load() == Choice::driver) return bind_driver();
    const auto brought = os::Library::that_define("vgpuEnqueue");
    if (!brought.empty()) return bind_brought(brought.front());
    if (choice.load() == Choice::virtual_device) return nullptr;
    return has_device_code() || uses_driver() ? bind_driver() : nullptr;
}

Result<const Device*> device() {
    auto present = present_device();
    if (!present.ok() || *present) return present;
    auto library = load_virtual();
    if (!library.ok()) return std::move(library).status();
    return bind(*library, bind_virtual_device);
}

}  // namespace omni::cuda
