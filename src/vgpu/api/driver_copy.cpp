// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Copies and fills of the driver interface.
#include "vgpu/api/copy.h"
#include "vgpu/api/driver_shell.h"

using namespace vgpu::api;
using vgpu::Outcome;

namespace {

CUresult copy_linear(const char* function, const void* dst, const void* src, size_t bytes,
                     cudaMemcpyKind kind, CUstream stream, bool waits) {
    return on_driver_stream(function, stream, [&](Stream& target) {
        return copy(target, linear(dst), linear(src), {bytes}, kind, waits);
    });
}

Expected<Side> side_of(const char* name, CUmemorytype type, const void* host, CUdeviceptr device, size_t x,
                       size_t y, size_t pitch) {
    if (type != CU_MEMORYTYPE_HOST && type != CU_MEMORYTYPE_DEVICE && type != CU_MEMORYTYPE_UNIFIED)
        return fail(cudaErrorInvalidValue,
                    "%sMemoryType is %d; the virtual device copies host, device and unified memory", name,
                    static_cast<int>(type));
    const char* begin = static_cast<const char*>(type == CU_MEMORYTYPE_HOST ? host : pointer_of(device));
    return pitched(begin + y * pitch + x, pitch);
}

CUresult copy_rows(const char* function, const CUDA_MEMCPY2D* c, CUstream stream, bool waits) {
    return on_driver_stream(function, stream, [&](Stream& target) -> Outcome {
        if (!c) return fail(cudaErrorInvalidValue, "pCopy is null");
        return with(
            side_of("dst", c->dstMemoryType, c->dstHost, c->dstDevice, c->dstXInBytes, c->dstY, c->dstPitch),
            [&](const Side& to) {
                return with(side_of("src", c->srcMemoryType, c->srcHost, c->srcDevice, c->srcXInBytes,
                                    c->srcY, c->srcPitch),
                            [&](const Side& from) {
                                return copy(target, to, from, {c->WidthInBytes, c->Height}, cudaMemcpyDefault,
                                            waits);
                            });
            });
    });
}

/// `Value` is an element: 1, 2 or 4 bytes.
template <class Value>
CUresult fill_rows(const char* function, CUdeviceptr dst, size_t pitch, Value value, size_t width,
                   size_t height, CUstream stream, bool prompt) {
    return on_driver_stream(function, stream, [&](Stream& target) {
        return fill(target, pitched(pointer_of(dst), pitch), {width * sizeof(Value), height}, value,
                    sizeof(Value), prompt);
    });
}

}  // namespace

extern "C" {

CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t bytes) {
    return copy_linear("cuMemcpy", pointer_of(dst), pointer_of(src), bytes, cudaMemcpyDefault, nullptr, true);
}
CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream) {
    return copy_linear("cuMemcpyAsync", pointer_of(dst), pointer_of(src), bytes, cudaMemcpyDefault, stream,
                       false);
}
CUresult cuMemcpyHtoD(CUdeviceptr dst, const void* src, size_t bytes) {
    return copy_linear("cuMemcpyHtoD", pointer_of(dst), src, bytes, cudaMemcpyHostToDevice, nullptr, true);
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr dst, const void* src, size_t bytes, CUstream stream) {
    return copy_linear("cuMemcpyHtoDAsync", pointer_of(dst), src, bytes, cudaMemcpyHostToDevice, stream,
                       false);
}
CUresult cuMemcpyDtoH(void* dst, CUdeviceptr src, size_t bytes) {
    return copy_linear("cuMemcpyDtoH", dst, pointer_of(src), bytes, cudaMemcpyDeviceToHost, nullptr, true);
}
CUresult cuMemcpyDtoHAsync(void* dst, CUdeviceptr src, size_t bytes, CUstream stream) {
    return copy_linear("cuMemcpyDtoHAsync", dst, pointer_of(src), bytes, cudaMemcpyDeviceToHost, stream,
                       false);
}
CUresult cuMemcpyDtoD(CUdeviceptr dst, CUdeviceptr src, size_t bytes) {
    return copy_linear("cuMemcpyDtoD", pointer_of(dst), pointer_of(src), bytes, cudaMemcpyDeviceToDevice,
                       nullptr, true);
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream) {
    return copy_linear("cuMemcpyDtoDAsync", pointer_of(dst), pointer_of(src), bytes, cudaMemcpyDeviceToDevice,
                       stream, false);
}
CUresult cuMemcpyPeer(CUdeviceptr dst, CUcontext, CUdeviceptr src, CUcontext, size_t bytes) {
    return cuMemcpyDtoD(dst, src, bytes);
}
CUresult cuMemcpyPeerAsync(CUdeviceptr dst, CUcontext, CUdeviceptr src, CUcontext, size_t bytes,
                           CUstream stream) {
    return cuMemcpyDtoDAsync(dst, src, bytes, stream);
}
CUresult cuMemcpy2D(const CUDA_MEMCPY2D* copy) { return copy_rows("cuMemcpy2D", copy, nullptr, true); }
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* copy) {
    return copy_rows("cuMemcpy2DUnaligned", copy, nullptr, true);
}
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D* copy, CUstream stream) {
    return copy_rows("cuMemcpy2DAsync", copy, stream, false);
}

CUresult cuMemsetD8(CUdeviceptr dst, unsigned char value, size_t count) {
    return fill_rows("cuMemsetD8", dst, 0, value, count, 1, nullptr, true);
}
CUresult cuMemsetD8Async(CUdeviceptr dst, unsigned char value, size_t count, CUstream stream) {
    return fill_rows("cuMemsetD8Async", dst, 0, value, count, 1, stream, false);
}
CUresult cuMemsetD2D8(CUdeviceptr dst, size_t pitch, unsigned char value, size_t width, size_t height) {
    return fill_rows("cuMemsetD2D8", dst, pitch, value, width, height, nullptr, true);
}
CUresult cuMemsetD2D8Async(CUdeviceptr dst, size_t pitch, unsigned char value, size_t width, size_t height,
                           CUstream stream) {
    return fill_rows("cuMemsetD2D8Async", dst, pitch, value, width, height, stream, false);
}
CUresult cuMemsetD16(CUdeviceptr dst, unsigned short value, size_t count) {
    return fill_rows("cuMemsetD16", dst, 0, value, count, 1, nullptr, true);
}
CUresult cuMemsetD16Async(CUdeviceptr dst, unsigned short value, size_t count, CUstream stream) {
    return fill_rows("cuMemsetD16Async", dst, 0, value, count, 1, stream, false);
}
CUresult cuMemsetD2D16(CUdeviceptr dst, size_t pitch, unsigned short value, size_t width, size_t height) {
    return fill_rows("cuMemsetD2D16", dst, pitch, value, width, height, nullptr, true);
}
CUresult cuMemsetD2D16Async(CUdeviceptr dst, size_t pitch, unsigned short value, size_t width, size_t height,
                            CUstream stream) {
    return fill_rows("cuMemsetD2D16Async", dst, pitch, value, width, height, stream, false);
}
CUresult cuMemsetD32(CUdeviceptr dst, unsigned value, size_t count) {
    return fill_rows("cuMemsetD32", dst, 0, value, count, 1, nullptr, true);
}
CUresult cuMemsetD32Async(CUdeviceptr dst, unsigned value, size_t count, CUstream stream) {
    return fill_rows("cuMemsetD32Async", dst, 0, value, count, 1, stream, false);
}
CUresult cuMemsetD2D32(CUdeviceptr dst, size_t pitch, unsigned value, size_t width, size_t height) {
    return fill_rows("cuMemsetD2D32", dst, pitch, value, width, height, nullptr, true);
}
CUresult cuMemsetD2D32Async(CUdeviceptr dst, size_t pitch, unsigned value, size_t width, size_t height,
                            CUstream stream) {
    return fill_rows("cuMemsetD2D32Async", dst, pitch, value, width, height, stream, false);
}

}  // extern "C"
