// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Host functions, in which CUDA's functions may not be called.
#include "vgpu/api/host_function.h"

#include "vgpu/api/thread.h"
#include "vgpu/engine/hooks.h"

namespace vgpu::api {

namespace {

class InHostFunction {
  public:
    InHostFunction() : before_(std::exchange(Thread::mine().in_host_function, true)) {}
    ~InHostFunction() { Thread::mine().in_host_function = before_; }
    InHostFunction(const InHostFunction&) = delete;
    InHostFunction& operator=(const InHostFunction&) = delete;

  private:
    bool before_;
};

class CallbackTask : public stream::Task {
  public:
    CallbackTask(cudaStream_t stream, cudaStreamCallback_t callback, void* data)
        : stream_(stream), callback_(callback), data_(data) {}
    Outcome run(void* context) const override {
        const InstalledContext installed(context);
        const InHostFunction inside;
        callback_(stream_, cudaSuccess, data_);
        return {};
    }

  private:
    const cudaStream_t stream_;
    const cudaStreamCallback_t callback_;
    void* const data_;
};

}  // namespace

Outcome HostTask::run(void* context) const {
    const InstalledContext installed(context);
    const InHostFunction inside;
    function(data);
    return {};
}

Expected<std::shared_ptr<const HostTask>> make_host_task(cudaHostFn_t function, void* data) {
    if (!function) return fail(cudaErrorInvalidValue, "fn is null");
    return std::make_shared<const HostTask>(function, data);
}

Outcome enqueue_host_function(Stream& stream, cudaHostFn_t function, void* data) {
    auto task = make_host_task(function, data);
    return task.ok() ? submit(stream, *task) : task.failure();
}

Outcome enqueue_callback(Stream& stream, cudaStream_t handle, cudaStreamCallback_t callback, void* data) {
    if (!callback) return fail(cudaErrorInvalidValue, "callback is null");
    return submit(stream, std::make_shared<const CallbackTask>(handle, callback, data));
}

}  // namespace vgpu::api
