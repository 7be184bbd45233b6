// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The virtual devices of this process. VGPU_DEVICES says how many there are; without it there are 8, or as
// many as a launcher says that it started processes on this machine, so that every process can have one of
// its own. VGPU_MEMORY is the memory of each; without it they share what the machine lets this process have.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "vgpu/api/outcome.h"

namespace vgpu::api {

class Context;

class Device {
  public:
    Device(int ordinal, size_t memory) : ordinal_(ordinal), memory_(memory) {}

    static int count();
    static Expected<Device*> at(int ordinal);

    int ordinal() const { return ordinal_; }
    int bus() const { return ordinal_ + 1; }  ///< its place on the PCI bus that it pretends to have
    size_t memory() const { return memory_; }
    std::string name() const;
    std::string pci_bus_id() const;
    cudaUUID_t uuid() const;

    /// Made at the first use; reset() ends it.
    std::shared_ptr<Context> primary();
    bool active();
    void reset();
    /// For the driver interface, which counts its users. The last release leaves the context as it is, since
    /// the runtime interface may use it; reset() ends it.
    std::shared_ptr<Context> retain_primary();
    Outcome release_primary();

    unsigned flags = 0;  ///< cudaSetDeviceFlags

  private:
    const int ordinal_;
    const size_t memory_;
    std::mutex mutex_;
    std::shared_ptr<Context> primary_;
    unsigned retained_ = 0;
};

}  // namespace vgpu::api
