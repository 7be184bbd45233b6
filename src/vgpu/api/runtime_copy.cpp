// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Copies and fills of the runtime interface.
#include <cuda_runtime_api.h>

#include "vgpu/api/copy.h"
#include "vgpu/api/give.h"
#include "vgpu/api/shell.h"

using namespace vgpu::api;
using vgpu::Outcome;

namespace {

template <class F>
cudaError_t on_stream(const char* function, cudaStream_t handle, F f) {
    return runtime(function,
                   [&] { return with(find_stream(handle), [&](Stream* stream) { return f(*stream); }); });
}

Outcome copy_3d(Stream& stream, const cudaMemcpy3DParms* parameters, bool waits) {
    if (!parameters) return fail(cudaErrorInvalidValue, "p is null");
    return with(box_of(*parameters), [&](const BoxCopy& box) {
        return copy(stream, box.to, box.from, box.box, parameters->kind, waits);
    });
}

/// Devices share their address space: a copy between peers is a copy.
Outcome copy_3d_peer(Stream& stream, const cudaMemcpy3DPeerParms* p, bool waits) {
    if (!p) return fail(cudaErrorInvalidValue, "p is null");
    for (int device : {p->srcDevice, p->dstDevice})
        if (auto found = Device::at(device); !found.ok()) return found.failure();
    const cudaMemcpy3DParms parameters{p->srcArray, p->srcPos, p->srcPtr, p->dstArray,
                                       p->dstPos,   p->dstPtr, p->extent, cudaMemcpyDeviceToDevice};
    return copy_3d(stream, &parameters, waits);
}

Outcome copy_peer(Stream& stream, void* dst, int dstDevice, const void* src, int srcDevice, size_t bytes) {
    for (int device : {srcDevice, dstDevice})
        if (auto found = Device::at(device); !found.ok()) return found.failure();
    return copy(stream, linear(dst), linear(src), {bytes}, cudaMemcpyDeviceToDevice, false);
}

cudaError_t fill_box(const char* function, const Side& to, const Box& box, int value, cudaStream_t handle,
                     bool prompt) {
    return on_stream(function, handle, [&](Stream& stream) {
        return fill(stream, to, box, static_cast<unsigned char>(value), 1, prompt);
    });
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpy(void* dst, const void* src, size_t bytes, cudaMemcpyKind kind) {
    return on_stream("cudaMemcpy", nullptr, [&](Stream& stream) {
        return copy(stream, linear(dst), linear(src), {bytes}, kind, true);
    });
}

cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t handle) {
    return on_stream("cudaMemcpyAsync", handle, [&](Stream& stream) {
        return copy(stream, linear(dst), linear(src), {bytes}, kind, false);
    });
}

cudaError_t cudaMemcpyPeer(void* dst, int dstDevice, const void* src, int srcDevice, size_t bytes) {
    return on_stream("cudaMemcpyPeer", nullptr, [&](Stream& stream) {
        return copy_peer(stream, dst, dstDevice, src, srcDevice, bytes);
    });
}

cudaError_t cudaMemcpyPeerAsync(void* dst, int dstDevice, const void* src, int srcDevice, size_t bytes,
                                cudaStream_t handle) {
    return on_stream("cudaMemcpyPeerAsync", handle, [&](Stream& stream) {
        return copy_peer(stream, dst, dstDevice, src, srcDevice, bytes);
    });
}

cudaError_t cudaMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                         size_t height, cudaMemcpyKind kind) {
    return on_stream("cudaMemcpy2D", nullptr, [&](Stream& stream) {
        return copy(stream, pitched(dst, dpitch), pitched(src, spitch), {width, height}, kind, true);
    });
}

cudaError_t cudaMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t handle) {
    return on_stream("cudaMemcpy2DAsync", handle, [&](Stream& stream) {
        return copy(stream, pitched(dst, dpitch), pitched(src, spitch), {width, height}, kind, false);
    });
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
    return on_stream("cudaMemcpy3D", nullptr,
                     [&](Stream& stream) { return copy_3d(stream, parameters, true); });
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t handle) {
    return on_stream("cudaMemcpy3DAsync", handle,
                     [&](Stream& stream) { return copy_3d(stream, parameters, false); });
}

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* parameters) {
    return on_stream("cudaMemcpy3DPeer", nullptr,
                     [&](Stream& stream) { return copy_3d_peer(stream, parameters, true); });
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* parameters, cudaStream_t handle) {
    return on_stream("cudaMemcpy3DPeerAsync", handle,
                     [&](Stream& stream) { return copy_3d_peer(stream, parameters, false); });
}

cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream) {
    return fill_box("cudaMemsetAsync", linear(pointer), {bytes}, value, stream, false);
}

cudaError_t cudaMemset(void* pointer, int value, size_t bytes) {
    return fill_box("cudaMemset", linear(pointer), {bytes}, value, nullptr, true);
}

cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
    return fill_box("cudaMemset2DAsync", pitched(pointer, pitch), {width, height}, value, stream, false);
}

cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
    return fill_box("cudaMemset2D", pitched(pointer, pitch), {width, height}, value, nullptr, true);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr at, int value, cudaExtent extent, cudaStream_t stream) {
    return fill_box("cudaMemset3DAsync", side_of(at, {}), {extent.width, extent.height, extent.depth}, value,
                    stream, false);
}

cudaError_t cudaMemset3D(cudaPitchedPtr at, int value, cudaExtent extent) {
    return fill_box("cudaMemset3D", side_of(at, {}), {extent.width, extent.height, extent.depth}, value,
                    nullptr, true);
}

}  // extern "C"
