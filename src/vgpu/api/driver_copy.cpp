// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Copies and fills of the driver interface.
#include "vgpu/api/driver_copy.h"
#include "vgpu/api/driver_shell.h"

using namespace vgpu::api;
using vgpu::Outcome;

namespace {

/// One side of a copy as the caller names it; slices lie `height` rows apart.
struct NamedSide {
    const char* name;
    CUmemorytype type;
    const void* host;
    CUdeviceptr device;
    size_t x, y, z, pitch, height;
};

Expected<Side> side_of(const NamedSide& s) {
    if (s.type != CU_MEMORYTYPE_HOST && s.type != CU_MEMORYTYPE_DEVICE && s.type != CU_MEMORYTYPE_UNIFIED)
        return fail(cudaErrorInvalidValue,
                    "%sMemoryType is %d; the virtual device copies host, device and unified memory", s.name,
                    static_cast<int>(s.type));
    Side side = pitched(s.type == CU_MEMORYTYPE_HOST ? s.host : pointer_of(s.device), s.pitch);
    side.slice = s.pitch * s.height;
    side.begin += s.z * side.slice + s.y * s.pitch + s.x;
    return side;
}

Expected<BoxCopy> box_between(const NamedSide& to, const NamedSide& from, const Box& box) {
    auto dst = side_of(to), src = side_of(from);
    if (!dst.ok()) return dst.failure();
    if (!src.ok()) return src.failure();
    return BoxCopy{*dst, *src, box};
}

}  // namespace

namespace vgpu::api {

Expected<BoxCopy> box_of(const CUDA_MEMCPY2D& c) {
    return box_between(
        {"dst", c.dstMemoryType, c.dstHost, c.dstDevice, c.dstXInBytes, c.dstY, 0, c.dstPitch, 0},
        {"src", c.srcMemoryType, c.srcHost, c.srcDevice, c.srcXInBytes, c.srcY, 0, c.srcPitch, 0},
        {c.WidthInBytes, c.Height});
}

Expected<BoxCopy> box_of(const CUDA_MEMCPY3D& c) {
    if (c.srcLOD || c.dstLOD) return fail(cudaErrorInvalidValue, "srcLOD or dstLOD is not 0");
    return box_between({"dst", c.dstMemoryType, c.dstHost, c.dstDevice, c.dstXInBytes, c.dstY, c.dstZ,
                        c.dstPitch, c.dstHeight},
                       {"src", c.srcMemoryType, c.srcHost, c.srcDevice, c.srcXInBytes, c.srcY, c.srcZ,
                        c.srcPitch, c.srcHeight},
                       {c.WidthInBytes, c.Height, c.Depth});
}

}  // namespace vgpu::api

namespace {

CUresult copy_linear(const char* function, const void* dst, const void* src, size_t bytes,
                     cudaMemcpyKind kind, CUstream stream, bool waits) {
    return on_driver_stream(function, stream, [&](Stream& target) {
        return copy(target, linear(dst), linear(src), {bytes}, kind, waits);
    });
}

template <class Copy>
CUresult copy_box(const char* function, const Copy* wanted, CUstream stream, bool waits) {
    return on_driver_stream(function, stream, [&](Stream& target) -> Outcome {
        if (!wanted) return fail(cudaErrorInvalidValue, "pCopy is null");
        return with(box_of(*wanted), [&](const BoxCopy& box) {
            return copy(target, box.to, box.from, box.box, cudaMemcpyDefault, waits);
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
CUresult cuMemcpy2D(const CUDA_MEMCPY2D* copy) { return copy_box("cuMemcpy2D", copy, nullptr, true); }
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* copy) {
    return copy_box("cuMemcpy2DUnaligned", copy, nullptr, true);
}
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D* copy, CUstream stream) {
    return copy_box("cuMemcpy2DAsync", copy, stream, false);
}
CUresult cuMemcpy3D(const CUDA_MEMCPY3D* copy) { return copy_box("cuMemcpy3D", copy, nullptr, true); }
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D* copy, CUstream stream) {
    return copy_box("cuMemcpy3DAsync", copy, stream, false);
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
