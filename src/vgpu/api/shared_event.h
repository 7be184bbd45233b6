// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Events of several processes: what cudaEventInterprocess adds to an event. Records are numbered by all
// processes together, in memory that they share; the event has happened when its last record has.
#pragma once

#include <cuda_runtime_api.h>

#include <atomic>
#include <memory>

#include "os/memory.h"
#include "vgpu/api/outcome.h"
#include "vgpu/stream/task.h"

namespace vgpu::api {

class SharedEvent {
  public:
    static Expected<std::shared_ptr<SharedEvent>> create();
    static Expected<std::shared_ptr<SharedEvent>> open(const cudaIpcEventHandle_t& handle);

    cudaIpcEventHandle_t handle() const;

    /// The number of one more record, which the caller marks as done when it is reached.
    uint64_t begin_record() { return counts().begun.fetch_add(1) + 1; }
    void end_record(uint64_t number);
    uint64_t last_record() const { return counts().begun.load(); }
    bool happened(uint64_t number) const { return counts().done.load(std::memory_order_acquire) >= number; }

    /// Stands in a stream until the record was reached, by whichever process.
    static stream::TaskPtr wait_task(std::shared_ptr<SharedEvent> event, uint64_t number);

  private:
    struct Counts {
        std::atomic<uint64_t> begun, done;
    };
    SharedEvent(omni::os::Descriptor file, omni::os::Mapping memory)
        : file_(std::move(file)), memory_(std::move(memory)) {}
    static Expected<std::shared_ptr<SharedEvent>> map(omni::Result<omni::os::Descriptor> file);
    Counts& counts() const { return *reinterpret_cast<Counts*>(memory_.address()); }

    omni::os::Descriptor file_;
    omni::os::Mapping memory_;
};

}  // namespace vgpu::api
