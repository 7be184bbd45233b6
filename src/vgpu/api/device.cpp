// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// How many devices there are, and what they are called.
#include "vgpu/api/device.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "base/options.h"
#include "base/status.h"
#include "os/environment.h"
#include "os/memory.h"
#include "vgpu/api/context.h"

namespace vgpu::api {

namespace {

constexpr int kUsualCount = 8, kMostDevices = 1024;
constexpr size_t kMemoryUnit = size_t{2} << 20;

/// What launchers call the number of processes that they started on this machine.
constexpr const char* kLocalSizes[] = {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "PMI_LOCAL_SIZE",
                                       "LOCAL_WORLD_SIZE", "NVSHMRUN_SIZE"};

int decide_count() {
    if (const auto set = omni::os::number_in("VGPU_DEVICES")) return std::min(*set, kMostDevices);
    int count = kUsualCount;
    for (const char* variable : kLocalSizes)
        count = std::max(count, omni::os::number_in(variable).value_or(0));
    return std::min(count, kMostDevices);
}

/// All memory of the machine, or of the control group where that is less. What is free at the moment does not
/// count: all processes of a job have to find the same.
size_t machine_memory() {
    size_t least = static_cast<size_t>(::sysconf(_SC_PHYS_PAGES)) * omni::os::page_size();
    for (const char* file : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
        size_t limit = 0;
        if (std::ifstream(file) >> limit && limit > 0) least = std::min(least, limit);
    }
    return least;
}

size_t decide_memory(int count) {
    const std::string set = omni::os::text_in("VGPU_MEMORY");
    if (!set.empty())
        if (const auto bytes = omni::parse_size(set); bytes.ok()) return *const_cast<size_t*>(&*bytes);
    const size_t share = machine_memory() / static_cast<size_t>(std::max(count, 1));
    return std::max(share / kMemoryUnit, size_t{32}) * kMemoryUnit;
}

const std::vector<std::unique_ptr<Device>>& devices() {
    static const auto* all = [] {
        auto* made = new std::vector<std::unique_ptr<Device>>;
        const int count = decide_count();
        const size_t memory = decide_memory(count);
        for (int ordinal = 0; ordinal < count; ++ordinal)
            made->push_back(std::make_unique<Device>(ordinal, memory));
        return made;
    }();
    return *all;
}

}  // namespace

int Device::count() { return static_cast<int>(devices().size()); }

Expected<Device*> Device::at(int ordinal) {
    if (count() == 0) return fail(cudaErrorNoDevice, "VGPU_DEVICES is 0: there is no virtual device");
    if (ordinal < 0 || ordinal >= count())
        return fail(cudaErrorInvalidDevice,
                    "device is %d; there are %d virtual devices, numbered from 0 (set VGPU_DEVICES for more)",
                    ordinal, count());
    return devices()[static_cast<size_t>(ordinal)].get();
}

std::string Device::name() const { return "Virtual CUDA device"; }

std::string Device::pci_bus_id() const {
    return omni::format("%04x:%02x:%02x.0", bus() >> 8, bus() & 0xff, 0);
}

cudaUUID_t Device::uuid() const {
    cudaUUID_t uuid{};
    std::memcpy(uuid.bytes, "virtual-cuda", 12);
    std::memcpy(uuid.bytes + 12, &ordinal_, sizeof(ordinal_));
    return uuid;
}

std::shared_ptr<Context> Device::primary() {
    const std::lock_guard lock(mutex_);
    if (!primary_) {
        primary_ = Context::create(*this);
        primary_->flags = flags;
    }
    return primary_;
}

std::shared_ptr<Context> Device::retain_primary() {
    auto context = primary();
    const std::lock_guard lock(mutex_);
    ++retained_;
    return context;
}

Outcome Device::release_primary() {
    const std::lock_guard lock(mutex_);
    if (retained_ == 0)
        return fail(cudaErrorDeviceUninitialized, "the primary context of device %d was not retained",
                    ordinal_);
    --retained_;
    return {};
}

bool Device::active() {
    const std::lock_guard lock(mutex_);
    return primary_ != nullptr;
}

void Device::reset() {
    std::shared_ptr<Context> ended;
    const std::lock_guard lock(mutex_);
    ended.swap(primary_);
    retained_ = 0;
}

}  // namespace vgpu::api
