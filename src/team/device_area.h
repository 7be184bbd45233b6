// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What kernels read and write of the teams: whole pages that hold nothing else, so that they can be shown to
// a GPU. Committed where it is touched.
#pragma once

#include <new>

#include "nvshmem/device/impl/state.h"
#include "os/memory.h"
#include "team/team.h"

namespace omni::team {

class DeviceArea {
  public:
    DeviceArea(int n_pes, int max_teams)
        : n_pes_(static_cast<size_t>(n_pes)),
          slots_(os::round_up(static_cast<size_t>(max_teams) * sizeof(nvshmemi_device_team), kUnit)),
          stride_(os::round_up(sizeof(Epochs) + 2 * n_pes_ * sizeof(int32_t), kUnit)) {
        auto memory =
            os::map_zeros(os::round_up(slots_ + static_cast<size_t>(max_teams) * stride_, os::page_size()));
        if (!memory.ok()) throw std::bad_alloc();
        memory_ = std::move(*memory);
    }

    /// By handle.
    nvshmemi_device_team* teams() const { return reinterpret_cast<nvshmemi_device_team*>(memory_.address()); }

    // Of one handle: room for one entry a PE of the job.
    int32_t* pe_of(int32_t handle) const { return reinterpret_cast<int32_t*>(slot(handle) + sizeof(Epochs)); }
    int32_t* rank_of(int32_t handle) const { return pe_of(handle) + n_pes_; }
    /// Zeros from now on.
    Epochs* restart_epochs(int32_t handle) const { return new (slot(handle)) Epochs; }

    const os::Mapping& memory() const { return memory_; }

  private:
    static constexpr size_t kUnit = 64;
    static_assert(alignof(Epochs) <= kUnit && sizeof(Epochs) % alignof(int32_t) == 0);

    char* slot(int32_t handle) const {
        return memory_.address() + slots_ + static_cast<size_t>(handle) * stride_;
    }

    size_t n_pes_, slots_, stride_;
    os::Mapping memory_;
};

}  // namespace omni::team
