// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Nodes' parameters.
#include "vgpu/api/node.h"

#include "vgpu/api/copy.h"
#include "vgpu/api/host_function.h"
#include "vgpu/api/kernel.h"

namespace vgpu::api {

namespace {

template <class Parameters>
Outcome check_given(const Parameters* parameters) {
    return parameters ? Outcome{} : fail(cudaErrorInvalidValue, "pNodeParams is null");
}

template <class T>
Expected<stream::TaskPtr> as_task(Expected<T> made) {
    if (!made.ok()) return made.failure();
    return stream::TaskPtr(*made);
}

template <class Wanted, class Parameters, class F>
Outcome describe(const stream::Task* task, Parameters* parameters, F fill_in) {
    VGPU_TRY(check_given(parameters));
    const auto* found = dynamic_cast<const Wanted*>(task);
    if (!found)
        return fail(cudaErrorNotSupported,
                    "the node holds work that has no such parameters, as that of a library");
    fill_in(*found);
    return {};
}

cudaPitchedPtr pitched_of(const Side& side, const Box& box) {
    const size_t pitch = side.pitch ? side.pitch : box.width;
    return {side.begin, pitch, box.width, side.slice && pitch ? side.slice / pitch : box.height};
}

}  // namespace

Expected<stream::TaskPtr> to_task(const cudaKernelNodeParams* p) {
    VGPU_TRY(check_given(p));
    if (p->extra) return fail(cudaErrorNotSupported, "extra is set; pass arguments by kernelParams");
    auto kernel = kernel_at(p->func);
    if (!kernel.ok()) return kernel.failure();
    auto context = current();
    if (!context.ok()) return context.failure();
    return as_task(make_launch(*kernel, {p->gridDim, p->blockDim, p->sharedMemBytes}, p->kernelParams,
                               (*context)->device().ordinal()));
}

Expected<stream::TaskPtr> to_task(const cudaMemcpy3DParms* p) {
    VGPU_TRY(check_given(p));
    auto box = box_of(*p);
    if (!box.ok()) return box.failure();
    return as_task(make_copy(box->to, box->from, box->box, p->kind));
}

Expected<stream::TaskPtr> to_task(void* dst, const void* src, size_t bytes, cudaMemcpyKind kind) {
    return as_task(make_copy(linear(dst), linear(src), {bytes}, kind));
}

Expected<stream::TaskPtr> to_task(const cudaMemsetParams* p) {
    VGPU_TRY(check_given(p));
    return as_task(make_fill(pitched(p->dst, p->pitch), {p->width * p->elementSize, p->height}, p->value,
                             p->elementSize));
}

Expected<stream::TaskPtr> to_task(const cudaHostNodeParams* p) {
    VGPU_TRY(check_given(p));
    return as_task(make_host_task(p->fn, p->userData));
}

Outcome from_task(const stream::Task* task, cudaKernelNodeParams* parameters) {
    return describe<KernelTask>(task, parameters, [&](const KernelTask& kernel) {
        *parameters = {const_cast<void*>(kernel.kernel->address),
                       kernel.shape.grid,
                       kernel.shape.block,
                       static_cast<unsigned>(kernel.shape.shared),
                       const_cast<void**>(kernel.arguments()),
                       nullptr};
    });
}

Outcome from_task(const stream::Task* task, cudaMemcpy3DParms* parameters) {
    return describe<CopyTask>(task, parameters, [&](const CopyTask& copy) {
        *parameters = {};
        parameters->srcPtr = pitched_of(copy.from, copy.box);
        parameters->dstPtr = pitched_of(copy.to, copy.box);
        parameters->extent = {copy.box.width, copy.box.height, copy.box.depth};
        parameters->kind = copy.kind;
    });
}

Outcome from_task(const stream::Task* task, cudaMemsetParams* parameters) {
    return describe<FillTask>(task, parameters, [&](const FillTask& fill) {
        *parameters = {fill.to.begin,  fill.to.pitch, fill.value, fill.element, fill.box.width / fill.element,
                       fill.box.height};
    });
}

Outcome from_task(const stream::Task* task, cudaHostNodeParams* parameters) {
    return describe<HostTask>(task, parameters,
                              [&](const HostTask& host) { *parameters = {host.function, host.data}; });
}

}  // namespace vgpu::api
