// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Kernels' attributes and occupancy.
#include "vgpu/api/occupancy.h"

#include <algorithm>

#include "vgpu/engine/limits.h"

namespace vgpu::api {

cudaFuncAttributes attributes_of(const vgpuKernel* kernel) {
    cudaFuncAttributes attributes{};
    const KernelSettings settings = settings_of(kernel);
    attributes.maxThreadsPerBlock = static_cast<int>(most_threads(kernel));
    attributes.numRegs = 32;
    attributes.ptxVersion = attributes.binaryVersion = 90;
    attributes.maxDynamicSharedSizeBytes = static_cast<int>(settings.shared_limit);
    attributes.preferredShmemCarveout = settings.carveout;
    return attributes;
}

Outcome set_attribute(const vgpuKernel* kernel, int attribute, int value) {
    switch (attribute) {
        case cudaFuncAttributeMaxDynamicSharedMemorySize:
            return set_shared_limit(kernel, value);
        case cudaFuncAttributePreferredSharedMemoryCarveout:
            return set_carveout(kernel, value);
        case cudaFuncAttributeNonPortableClusterSizeAllowed:
        case cudaFuncAttributeClusterSchedulingPolicyPreference:
            return {};
        default:
            return fail(cudaErrorInvalidValue, "attr is %d, which cannot be set on the virtual device",
                        attribute);
    }
}

Expected<int> active_blocks(const vgpuKernel* kernel, int block_size, size_t shared) {
    if (block_size < 1)
        return fail(cudaErrorInvalidValue, "blockSize is %d; it has to be at least 1", block_size);
    if (static_cast<unsigned>(block_size) > most_threads(kernel) ||
        shared > std::max(kSharedPerBlock, settings_of(kernel).shared_limit))
        return 0;
    return resident_blocks(kernel, static_cast<unsigned>(block_size), shared);
}

Expected<size_t> available_shared(const vgpuKernel* kernel, int blocks, int block_size) {
    auto most = active_blocks(kernel, block_size, 0);
    if (!most.ok()) return most.failure();
    if (blocks < 1 || blocks > *most)
        return fail(cudaErrorInvalidValue,
                    "numBlocks is %d; a multiprocessor holds 1 to %d blocks of %d threads", blocks, *most,
                    block_size);
    const size_t share = kSharedPerMultiprocessor / static_cast<size_t>(blocks);
    return std::min(share - std::min(share, kReservedShared), settings_of(kernel).shared_limit);
}

Expected<BestBlock> best_block(const vgpuKernel* kernel, size_t (*shared_for)(int), size_t shared,
                               int limit) {
    const int most = static_cast<int>(most_threads(kernel)), bound = limit > 0 ? std::min(limit, most) : most;
    BestBlock best{0, 0};
    int best_threads = 0;
    for (int size = bound; size > 0; size = (size - 1) / static_cast<int>(kWarp) * static_cast<int>(kWarp)) {
        const int blocks = *active_blocks(kernel, size, shared_for ? shared_for(size) : shared);
        if (blocks * size <= best_threads) continue;
        best_threads = blocks * size;
        best = {blocks * static_cast<int>(kMultiprocessors), size};
    }
    return best;
}

Outcome apply_attributes(Shape& shape, const cudaLaunchAttribute* attributes, unsigned count) {
    if (count > 0 && !attributes)
        return fail(cudaErrorInvalidValue, "numAttrs is %u and attrs is null", count);
    for (unsigned i = 0; i < count; ++i) {
        const cudaLaunchAttributeValue& value = attributes[i].val;
        switch (attributes[i].id) {
            case cudaLaunchAttributeCooperative:
                shape.cooperative = value.cooperative != 0;
                break;
            case cudaLaunchAttributeClusterDimension:
                if (value.clusterDim.x * value.clusterDim.y * value.clusterDim.z > 1)
                    return fail(cudaErrorNotSupported,
                                "a cluster of (%u, %u, %u) blocks is asked for; the virtual device has "
                                "clusters of one block",
                                value.clusterDim.x, value.clusterDim.y, value.clusterDim.z);
                break;
            default:
                break;  // the others are advice
        }
    }
    return {};
}

}  // namespace vgpu::api
