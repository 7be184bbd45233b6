// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Copies and fills as tasks. All are boxes: rows of `width` bytes, `height` rows a slice, `depth` slices.
#pragma once

#include "vgpu/api/stream.h"

namespace vgpu::api {

/// One side of a copied box: where it begins and how far rows and slices lie apart.
struct Side {
    char* begin = nullptr;
    size_t pitch = 0, slice = 0;
};

struct Box {
    size_t width = 0, height = 1, depth = 1;
    size_t bytes() const { return width * height * depth; }
    bool empty() const { return bytes() == 0; }
    /// Bytes from the first to behind the last one on a side.
    size_t span(const Side& side) const {
        return (depth - 1) * side.slice + (height - 1) * side.pitch + width;
    }
};

class CopyTask : public stream::Task {
  public:
    CopyTask(const Side& to, const Side& from, const Box& box, cudaMemcpyKind kind)
        : to(to), from(from), box(box), kind(kind) {}
    Outcome run(void*) const override;
    cudaGraphNodeType node_type() const override { return cudaGraphNodeTypeMemcpy; }

    const Side to, from;
    const Box box;
    const cudaMemcpyKind kind;
};

/// Stores a pattern of 1, 2 or 4 bytes again and again.
class FillTask : public stream::Task {
  public:
    FillTask(const Side& to, const Box& box, unsigned value, unsigned element)
        : to(to), box(box), value(value), element(element) {}
    Outcome run(void*) const override;
    cudaGraphNodeType node_type() const override { return cudaGraphNodeTypeMemset; }

    const Side to;
    const Box box;
    const unsigned value, element;
};

Expected<std::shared_ptr<const CopyTask>> make_copy(const Side& to, const Side& from, const Box& box,
                                                    cudaMemcpyKind kind);
Expected<std::shared_ptr<const FillTask>> make_fill(const Side& to, const Box& box, unsigned value,
                                                    unsigned element);

/// The copy in stream order. `waits`: returns when it is done. A copy from or to memory that the device does
/// not know (pageable) lets the caller reuse it on return in any case, as CUDA does by staging.
Outcome copy(Stream& stream, const Side& to, const Side& from, const Box& box, cudaMemcpyKind kind,
             bool waits);
/// `prompt`: submit_promptly().
Outcome fill(Stream& stream, const Side& to, const Box& box, unsigned value, unsigned element, bool prompt);

inline Side pitched(const void* begin, size_t pitch) {
    return {static_cast<char*>(const_cast<void*>(begin)), pitch, 0};
}
inline Side linear(const void* begin) { return pitched(begin, 0); }

/// The place `position` (bytes, rows, slices) of three-dimensional memory.
Side side_of(const cudaPitchedPtr& at, const cudaPos& position);

struct BoxCopy {
    Side to, from;
    Box box;
};
/// An error where arrays are named, which the virtual device does not have.
Expected<BoxCopy> box_of(const cudaMemcpy3DParms& parameters);

}  // namespace vgpu::api
