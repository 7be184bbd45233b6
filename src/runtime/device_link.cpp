// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "runtime/device_link.h"

#include <algorithm>

namespace omni::runtime {

Status DeviceLink::find() {
    auto device = cuda::present_device();
    if (!device.ok()) return std::move(device).status();
    device_ = *device;
    if (!device_) return {};
    Status status = device_->adopt(space_.range().address(), space_.range().bytes());
    adopted_ = status.ok();
    return status;
}

/// Also undoes what a failed start has begun.
DeviceLink::~DeviceLink() {
    if (!device_) return;
    if (shown_) device_->forget_states();
    for (void* memory : memory_) device_->unmap(memory);
    if (adopted_) device_->release(space_.range().address());
}

Status DeviceLink::map(void* memory, size_t bytes) {
    if (memory_.contains(memory)) return {};
    Status status = device_->map(memory, bytes);
    if (status.ok()) memory_.insert(memory);
    return status;
}

void DeviceLink::unmap(void* memory) {
    if (memory_.erase(memory) != 0) device_->unmap(memory);
}

Status DeviceLink::copy_bases(int n_pes) {
    const size_t n = static_cast<size_t>(n_pes);
    auto memory = os::map_zeros(os::round_up(n * sizeof(char*), os::page_size()));
    if (!memory.ok()) return std::move(memory).status();
    std::copy_n(space_.bases(), n, reinterpret_cast<char**>(memory->address()));
    bases_ = std::move(*memory);
    return map(bases_.address(), bases_.bytes());
}

Status DeviceLink::show_memory(int n_pes) {
    if (shown_) return {};
    Status status = copy_bases(n_pes);
    if (status.ok()) status = map(teams_.device_memory().address(), teams_.device_memory().bytes());
    for (const int pe : mapped_)
        if (status.ok()) status = map(space_.bases()[pe], space_.layout().file_bytes());
    shown_ = status.ok();
    return status;
}

Status DeviceLink::map_segment(size_t offset, size_t bytes) {
    if (offset < space_.layout().file_bytes())
        return error(Code::not_supported,
                     "on a GPU no buffer can take a place inside the heap, whose memory kernels have mapped: "
                     "let the library choose the address");
    Status status;
    for (const int pe : mapped_)
        if (status.ok()) status = map(space_.bases()[pe] + offset, bytes);
    return status;
}

void DeviceLink::unmap_segment(size_t offset) {
    for (const int pe : mapped_) unmap(space_.bases()[pe] + offset);
}

}  // namespace omni::runtime
