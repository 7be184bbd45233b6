// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Stores to memory and waits for values in memory as work of a stream.
#pragma once

#include <cuda.h>

#include "vgpu/api/stream.h"

namespace vgpu::api {

/// `bytes`: 4 or 8, the size of the element at `address`.
Outcome enqueue_write(Stream& stream, void* address, uint64_t value, size_t bytes, unsigned flags);
Outcome enqueue_wait(Stream& stream, void* address, uint64_t value, size_t bytes, unsigned flags);
Outcome enqueue_operation(Stream& stream, const CUstreamBatchMemOpParams& operation);

}  // namespace vgpu::api
