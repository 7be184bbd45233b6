// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Finding the virtual device.
#include "cuda/device.h"

#include <dlfcn.h>

#include <atomic>
#include <mutex>

#include "cuda/virtual_device.h"
#include "os/library.h"

namespace omni::cuda {

namespace {

constexpr const char* kLibrary = "libnvshmem_vcuda.so.1";
std::atomic<const Device*> found{nullptr};
WorkContext work_context{[]() -> void* { return nullptr; }, [](void*) -> void* { return nullptr; }, [] {}};

/// The folder of this library, with a slash at its end; "" when unknown.
std::string own_folder() {
    Dl_info info;
    if (::dladdr(reinterpret_cast<const void*>(&own_folder), &info) == 0) return "";
    const std::string path = info.dli_fname;
    return path.substr(0, path.rfind('/') + 1);
}

Result<os::Library> load() {
    auto beside = os::Library::load((own_folder() + kLibrary).c_str());
    if (beside.ok()) return beside;
    auto anywhere = os::Library::load(kLibrary);
    if (anywhere.ok()) return anywhere;
    return error(Code::not_supported,
                 "no CUDA device is at work in this process, and the virtual one cannot be loaded: %s. %s is "
                 "installed beside libnvshmem_host.so.3",
                 beside.status().text(), kLibrary);
}

Result<const Device*> bind(const os::Library& library) {
    static std::mutex mutex;
    std::lock_guard lock(mutex);
    if (const Device* device = found.load()) return device;
    auto device = bind_virtual_device(library, work_context);
    if (device.ok()) found.store(*device);
    return device;
}

}  // namespace

void set_work_context(const WorkContext& context) { work_context = context; }

const Device* present_device() {
    if (const Device* device = found.load(std::memory_order_acquire)) return device;
    const auto brought = os::Library::that_define("vgpuEnqueue");
    if (brought.empty()) return nullptr;
    auto device = bind(brought.front());
    return device.ok() ? *device : nullptr;
}

Result<const Device*> device() {
    if (const Device* device = present_device()) return device;
    auto library = load();
    if (!library.ok()) return std::move(library).status();
    return bind(*library);
}

}  // namespace omni::cuda
