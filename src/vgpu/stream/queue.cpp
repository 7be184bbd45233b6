// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The fault of a context.
#include "vgpu/stream/queue.h"

#include "base/log.h"

namespace vgpu::stream {

void Fault::raise(const Outcome& outcome) {
    const std::lock_guard lock(mutex_);
    if (code_.load(std::memory_order_relaxed) != cudaSuccess) return;
    text_ = outcome.text;
    omni::log::write_block("virtual CUDA device: " + text_ +
                           "\n");  // as CUDA writes what a device assertion says
    code_.store(outcome.code, std::memory_order_release);
}

Outcome Fault::get() const {
    if (!raised()) return {};
    const std::lock_guard lock(mutex_);
    return {static_cast<cudaError_t>(code_.load(std::memory_order_relaxed)), text_};
}

void Fault::clear() {
    const std::lock_guard lock(mutex_);
    text_.clear();
    code_.store(cudaSuccess, std::memory_order_release);
}

}  // namespace vgpu::stream
