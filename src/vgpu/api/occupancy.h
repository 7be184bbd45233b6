// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What may be asked about kernels, and the attributes of launches.
#pragma once

#include "vgpu/api/kernel.h"

namespace vgpu::api {

cudaFuncAttributes attributes_of(const vgpuKernel* kernel);
Outcome set_attribute(const vgpuKernel* kernel, int attribute, int value);

Expected<int> active_blocks(const vgpuKernel* kernel, int block_size, size_t shared);
Expected<size_t> available_shared(const vgpuKernel* kernel, int blocks, int block_size);
/// The largest block that still fills a multiprocessor, and how many blocks of it fill the device.
/// `shared_for` gives the dynamic shared memory of a block size; `limit` is the largest to look at, 0 for no
/// limit.
struct BestBlock {
    int blocks, block_size;
};
Expected<BestBlock> best_block(const vgpuKernel* kernel, size_t (*shared_for)(int), size_t shared, int limit);

/// An error for what the virtual device does not have (clusters of more than one block).
Outcome apply_attributes(Shape& shape, const cudaLaunchAttribute* attributes, unsigned count);

}  // namespace vgpu::api
