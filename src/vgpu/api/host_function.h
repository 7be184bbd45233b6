// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Functions of the program in stream order.
#pragma once

#include "vgpu/api/stream.h"

namespace vgpu::api {

class HostTask : public stream::Task {
  public:
    HostTask(cudaHostFn_t function, void* data) : function(function), data(data) {}
    Outcome run(void* context) const override;

    const cudaHostFn_t function;
    void* const data;
};

Expected<std::shared_ptr<const HostTask>> make_host_task(cudaHostFn_t function, void* data);
Outcome enqueue_host_function(Stream& stream, cudaHostFn_t function, void* data);
/// The older form, which is called with the stream and its state, also after a failure.
Outcome enqueue_callback(Stream& stream, cudaStream_t handle, cudaStreamCallback_t callback, void* data);

}  // namespace vgpu::api
