// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Work of other libraries in stream order.
#include "vgpu/api/shell.h"
#include "vgpu/api/stream.h"
#include "vgpu/engine/hooks.h"

namespace vgpu::api {

namespace {

class LibraryTask : public stream::Task {
  public:
    using Function = void (*)(void*);
    LibraryTask(Function work, void* argument, Function drop)
        : work_(work), argument_(argument), drop_(drop) {}
    ~LibraryTask() override {
        if (drop_) drop_(argument_);
    }
    LibraryTask(const LibraryTask&) = delete;
    LibraryTask& operator=(const LibraryTask&) = delete;

    Outcome run(void* context) const override {
        const InstalledContext installed(context);
        work_(argument_);
        return {};
    }

  private:
    Function work_;
    void* argument_;
    Function drop_;
};

}  // namespace

}  // namespace vgpu::api

using namespace vgpu::api;

extern "C" int vgpuEnqueue(cudaStream_t stream, void (*work)(void*), void* argument, void (*drop)(void*),
                           unsigned flags) {
    return runtime("vgpuEnqueue", [&]() -> vgpu::Outcome {
        if (!work) return fail(cudaErrorInvalidValue, "the function is null");
        if (flags) return fail(cudaErrorInvalidValue, "flags is %#x; it has to be 0", flags);
        auto target = find_stream(stream);
        if (!target.ok()) return target.failure();
        return submit(**target, std::make_shared<const LibraryTask>(work, argument, drop));
    });
}
