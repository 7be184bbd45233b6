// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A PE and the CUDA device whose kernels work for it: which of the PE's memory the device knows, and that
// kernels have the PE's state.
#pragma once

#include <mutex>
#include <set>
#include <vector>

#include "cuda/device.h"
#include "heap/space.h"
#include "os/memory.h"
#include "team/table.h"

namespace omni::runtime {

class DeviceLink {
  public:
    /// All outlive the link. `mapped`: the PEs whose memory this PE has mapped itself, with its own.
    DeviceLink(const heap::Space& space, const team::Table& teams, std::vector<int> mapped)
        : space_(space), teams_(teams), mapped_(std::move(mapped)) {}
    ~DeviceLink();
    DeviceLink(const DeviceLink&) = delete;
    DeviceLink& operator=(const DeviceLink&) = delete;

    /// Looks for the device that the program brought. A virtual one learns of the memory at once.
    Status find();
    /// Whether kernels are code of a GPU, to which memory and state have to be given.
    bool is_gpu() const { return device_ && !device_->is_host(); }
    /// Whether that has been begun, or can be now: a program may choose its GPU after the start.
    bool is_due() const { return is_gpu() && (shown_ || device_->is_chosen()); }
    bool is_shown() const { return shown_; }

    /// For a GPU: maps the memory, once. Called where the program can have chosen its device by: in calls
    /// that hand out memory and that prepare kernels.
    Status show_memory(int n_pes);
    /// Other memory that kernels use, and symmetric memory that comes and goes.
    Status map(void* memory, size_t bytes);
    Status map_segment(size_t offset, size_t bytes);
    void unmap_segment(size_t offset);

    /// The state of this PE on the calling thread's device, for all kernels of the program.
    Status give_state(const nvshmemi_device_state& state) const { return device_->give_state(state); }
    /// The table of peers' memory where the GPU sees it; null before show_memory().
    char* const* peer_base() const { return reinterpret_cast<char* const*>(bases_.address()); }
    std::mutex& mutex() { return mutex_; }

  private:
    Status copy_bases(int n_pes);
    void unmap(void* memory);

    const heap::Space& space_;
    const team::Table& teams_;
    const std::vector<int> mapped_;
    std::mutex mutex_;
    const cuda::Device* device_ = nullptr;
    bool adopted_ = false;
    bool shown_ = false;
    os::Mapping bases_;
    std::set<void*> memory_;  ///< what was mapped
};

}  // namespace omni::runtime
