// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Put and get of elements that do not lie side by side.
#pragma once

#include "ops/target.h"

namespace omni::ops {

/// `count` elements of `size` bytes (1, 2, 4, 8 or 16), `dest_stride` elements apart at the destination and
/// `source_stride` at the source.
struct Strides {
    ptrdiff_t dest_stride;
    ptrdiff_t source_stride;
    size_t count;
    size_t size;

    /// Bytes from the first element to the end of the last on both sides. False after an error was reported:
    /// a stride below 1, or more than memory can hold.
    bool reach(const char* call, size_t& dest_bytes, size_t& source_bytes) const;
};

/// `dest` is symmetric, `source` any memory. Returns when the source may be reused.
void iput(const Pe* self, const char* call, void* dest, const void* source, const Strides& strides, int pe);

/// `source` is symmetric, `dest` any memory. Returns when the data is there.
void iget(const Pe* self, const char* call, void* dest, const void* source, const Strides& strides, int pe);

}  // namespace omni::ops
