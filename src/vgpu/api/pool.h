// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Memory pools, and allocation in stream order: memory is there at once, and goes back when the stream
// reaches the release.
#pragma once

#include <array>
#include <mutex>

#include "vgpu/api/stream.h"

struct CUmemPoolHandle_st {
    int device = 0;
    std::mutex mutex;                                          ///< of what follows
    std::array<unsigned long long, 9> attributes{0, 1, 1, 1};  ///< by cudaMemPoolAttr
};

namespace vgpu::api {

using Pool = CUmemPoolHandle_st;

/// A device that there is, or the host.
Outcome check_location(cudaMemLocation location);

Expected<Pool*> default_pool(int device);
Expected<Pool*> current_pool(int device);
Outcome set_current_pool(int device, Pool* pool);
Expected<Pool*> create_pool(const cudaMemPoolProps* properties);
Expected<Pool*> find_pool(Pool* handle);
Outcome destroy_pool(Pool* handle);

/// Of the types int (the three that allow reuse) and unsigned 64-bit (the others).
Outcome get_attribute(Pool& pool, cudaMemPoolAttr attribute, void* value);
Outcome set_attribute(Pool& pool, cudaMemPoolAttr attribute, const void* value);

/// In a capture the memory lives as long as the graph and its instances.
Outcome allocate_async(Pool& pool, void** pointer, size_t bytes, Stream& stream);
Outcome release_async(void* pointer, Stream& stream);

}  // namespace vgpu::api
