// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Allocation as both interfaces offer it.
#pragma once

#include "vgpu/api/context.h"
#include "vgpu/api/memory.h"

namespace vgpu::api {

Outcome allocate(Context& context, void** pointer, size_t bytes, Origin origin);
/// Waits for the device first, as work that is under way may use the memory. Null is nothing to do.
Outcome release(Context& context, void* pointer);
Outcome allocate_host(Context& context, void** pointer, size_t bytes, unsigned flags);
Outcome release_host(Context& context, void* pointer);
Outcome register_host(Context& context, void* pointer, size_t bytes, unsigned flags);
Outcome unregister_host(Context& context, void* pointer);

/// An error unless the address is host memory that devices know.
Outcome check_host(const void* pointer);
cudaPointerAttributes attributes_of(const void* pointer);

}  // namespace vgpu::api
