// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A launch as a task, and what a program may ask and set about a kernel.
#pragma once

#include "vgpu/api/stream.h"

namespace vgpu::api {

struct Shape {
    dim3 grid, block;
    size_t shared = 0;
    bool cooperative = false;
};

class KernelTask : public stream::Task {
  public:
    /// Copies each argument with the size of its parameter.
    KernelTask(const vgpuKernel* kernel, const Shape& shape, void* const* arguments, int device);
    Outcome run(void* context) const override;
    cudaGraphNodeType node_type() const override { return cudaGraphNodeTypeKernel; }

    const vgpuKernel* const kernel;
    const Shape shape;
    const int device;
    void* const* arguments() const { return pointers_.get(); }

  private:
    std::unique_ptr<char[]> values_;
    std::unique_ptr<void*[]> pointers_;
};

/// What cudaFuncSetAttribute() has set.
struct KernelSettings {
    size_t shared_limit;
    int carveout = -1;
};
KernelSettings settings_of(const vgpuKernel* kernel);
Outcome set_shared_limit(const vgpuKernel* kernel, long bytes);
Outcome set_carveout(const vgpuKernel* kernel, int percent);
unsigned most_threads(const vgpuKernel* kernel);

Outcome check_shape(const vgpuKernel* kernel, const Shape& shape);
/// The launch as a task, checked.
Expected<std::shared_ptr<const KernelTask>> make_launch(const vgpuKernel* kernel, const Shape& shape,
                                                        void* const* arguments, int device);
Outcome launch(const vgpuKernel* kernel, const Shape& shape, void* const* arguments, Stream& stream);

/// The kernel that `function` names: the address of a kernel.
Expected<const vgpuKernel*> kernel_at(const void* function);

}  // namespace vgpu::api
