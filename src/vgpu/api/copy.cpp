// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// How copies and fills are carried out, and when they return.
#include "vgpu/api/copy.h"

#include <cstring>

#include "vgpu/api/capture.h"
#include "vgpu/api/memory.h"

namespace vgpu::api {

namespace {

constexpr size_t kStaged = size_t{64}
                           << 10;  // pageable sources up to this size are copied aside instead of waited for

/// A copy from bytes that were laid aside.
class StagedCopyTask : public CopyTask {
  public:
    StagedCopyTask(const Side& to, std::unique_ptr<char[]> bytes, const Box& box, cudaMemcpyKind kind)
        : CopyTask(to, {bytes.get(), box.width, box.width * box.height}, box, kind),
          bytes_(std::move(bytes)) {}

  private:
    const std::unique_ptr<char[]> bytes_;
};

template <class Row>
void each_row(const Box& box, Row row) {
    for (size_t z = 0; z < box.depth; ++z)
        for (size_t y = 0; y < box.height; ++y) row(y, z);
}

char* row_of(const Side& side, size_t y, size_t z) { return side.begin + z * side.slice + y * side.pitch; }

bool pageable(const void* address) { return !Memory::get().find(address).has_value(); }

/// What the caller says is memory of a device is taken for that.
bool from_pageable(const CopyTask& copy) {
    return copy.kind != cudaMemcpyDeviceToHost && copy.kind != cudaMemcpyDeviceToDevice &&
           pageable(copy.from.begin);
}
bool to_pageable(const CopyTask& copy) {
    return copy.kind != cudaMemcpyHostToDevice && copy.kind != cudaMemcpyDeviceToDevice &&
           pageable(copy.to.begin);
}

Outcome check_pitch(const char* name, const Side& side, const Box& box) {
    if (box.height > 1 && side.pitch < box.width)
        return fail(cudaErrorInvalidPitchValue, "the pitch of %s is %zu, less than the width of %zu bytes",
                    name, side.pitch, box.width);
    return {};
}

}  // namespace

Side side_of(const cudaPitchedPtr& at, const cudaPos& position) {
    const size_t slice = at.pitch * at.ysize;
    return {static_cast<char*>(at.ptr) + position.z * slice + position.y * at.pitch + position.x, at.pitch,
            slice};
}

Expected<BoxCopy> box_of(const cudaMemcpy3DParms& p) {
    if (p.srcArray || p.dstArray)
        return fail(
            cudaErrorNotSupported,
            "srcArray or dstArray is set; the virtual device has no arrays and textures, only memory");
    return BoxCopy{side_of(p.dstPtr, p.dstPos),
                   side_of(p.srcPtr, p.srcPos),
                   {p.extent.width, p.extent.height, p.extent.depth}};
}

Outcome CopyTask::run(void*) const {
    each_row(box, [&](size_t y, size_t z) { std::memmove(row_of(to, y, z), row_of(from, y, z), box.width); });
    return {};
}

Outcome FillTask::run(void*) const {
    each_row(box, [&](size_t y, size_t z) {
        char* row = row_of(to, y, z);
        if (element == 1)
            std::memset(row, static_cast<int>(value), box.width);
        else
            for (size_t at = 0; at < box.width; at += element) std::memcpy(row + at, &value, element);
    });
    return {};
}

Expected<std::shared_ptr<const CopyTask>> make_copy(const Side& to, const Side& from, const Box& box,
                                                    cudaMemcpyKind kind) {
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
        return fail(cudaErrorInvalidMemcpyDirection, "kind is %d; it can be one of cudaMemcpyKind, 0 to 4",
                    static_cast<int>(kind));
    if (!box.empty()) {
        VGPU_TRY(check_pitch("dst", to, box));
        VGPU_TRY(check_pitch("src", from, box));
        VGPU_TRY(check_range("dst", to.begin, box.span(to)));
        VGPU_TRY(check_range("src", from.begin, box.span(from)));
    }
    return std::make_shared<const CopyTask>(to, from, box, kind);
}

Expected<std::shared_ptr<const FillTask>> make_fill(const Side& to, const Box& box, unsigned value,
                                                    unsigned element) {
    if (element != 1 && element != 2 && element != 4)
        return fail(cudaErrorInvalidValue, "elementSize is %u; it can be 1, 2 or 4 bytes", element);
    if (!box.empty()) {
        VGPU_TRY(check_pitch("dst", to, box));
        VGPU_TRY(check_range("dst", to.begin, box.span(to)));
        if (reinterpret_cast<uintptr_t>(to.begin) % element || (box.height > 1 && to.pitch % element))
            return fail(cudaErrorInvalidValue,
                        "dst is %p with pitch %zu, not aligned to its elements of %u bytes",
                        static_cast<void*>(to.begin), to.pitch, element);
    }
    return std::make_shared<const FillTask>(to, box, value, element);
}

Outcome copy(Stream& stream, const Side& to, const Side& from, const Box& box, cudaMemcpyKind kind,
             bool waits) {
    auto task = make_copy(to, from, box, kind);
    if (!task.ok()) return task.failure();
    if (box.empty()) return {};
    if (waits) VGPU_TRY(check_unsafe());
    if (stream.capture && !waits) return submit(stream, *task);
    waits = waits || to_pageable(**task);
    const bool borrows = !waits && from_pageable(**task);
    if (borrows && box.bytes() <= kStaged) {
        auto bytes = std::make_unique<char[]>(box.bytes());
        CopyTask({bytes.get(), box.width, box.width * box.height}, from, box, kind).run(nullptr);
        return submit(stream, std::make_shared<const StagedCopyTask>(to, std::move(bytes), box, kind));
    }
    VGPU_TRY(submit(stream, *task));
    return waits || borrows ? synchronize(stream) : Outcome{};
}

Outcome fill(Stream& stream, const Side& to, const Box& box, unsigned value, unsigned element, bool prompt) {
    auto task = make_fill(to, box, value, element);
    if (!task.ok()) return task.failure();
    if (box.empty()) return {};
    return prompt ? submit_promptly(stream, *task) : submit(stream, *task);
}

}  // namespace vgpu::api
