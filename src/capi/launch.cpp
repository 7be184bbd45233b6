// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Collective launches.

#include "capi/device.h"

/// CUDA's own, by value in the prototypes.
struct dim3 {
    unsigned x, y, z;
};

#include "nvshmem/launch.h"

using namespace omni;

namespace {

/// The beginning of CUDA's cudaLaunchConfig_t.
struct LaunchConfiguration {
    dim3 grid, block;
    size_t shared_bytes;
    cudaStream_t stream;
};

cuda::Dim3 extent(dim3 d) { return {d.x, d.y, d.z}; }
uint64_t count(cuda::Dim3 d) { return uint64_t{d.x} * d.y * d.z; }

Status does_not_fit(const char* pattern, ...) {
    va_list arguments;
    va_start(arguments, pattern);
    Status status(Code::collective_launch_failed, vformat(pattern, arguments));
    va_end(arguments);
    return status;
}

/// All blocks at once: a grid of (0, 0, 0) is as many as fit.
Status fit_grid(const cuda::Device& device, cuda::Launch& launch) {
    auto most = device.resident_blocks(launch);
    if (!most.ok()) return does_not_fit("%s", most.status().text());
    cuda::Dim3& grid = launch.grid;
    if (grid.x == 0 && grid.y == 0 && grid.z == 0) grid = {static_cast<unsigned>(*most), 1, 1};
    if (count(grid) == 0)
        return does_not_fit(
            "the grid is (%u, %u, %u): either all of its sizes are 0, for as many blocks as fit (here %d), "
            "or none",
            grid.x, grid.y, grid.z, *most);
    if (count(grid) > static_cast<uint64_t>(*most))
        return does_not_fit(
            "the grid of (%u, %u, %u) blocks does not fit: all have to run at the same time, and %d of this "
            "kernel do",
            grid.x, grid.y, grid.z, *most);
    return {};
}

Status launch_collectively(const cuda::Device& device, cuda::Launch launch) {
    if (Status misfit = fit_grid(device, launch); !misfit.ok()) return misfit;
    Status launched = device.launch_cooperative(launch);
    return launched.ok() ? Status() : does_not_fit("%s", launched.text());
}

}  // namespace

extern "C" {

int nvshmemx_collective_launch(const void* func, dim3 gridDims, dim3 blockDims, void** args, size_t sharedMem,
                               cudaStream_t stream) {
    constexpr const char* call = "nvshmemx_collective_launch";
    auto device = capi::require_device({{"func", func}});
    if (!device.ok()) return capi::answer(call, device.status());
    return capi::answer(call, launch_collectively(**device, {func, extent(gridDims), extent(blockDims), args,
                                                             sharedMem, stream}));
}

int nvshmemx_collective_launch_attr(const nvshmemx_collective_launch_attr_t* attr, const void* func,
                                    void** args) {
    constexpr const char* call = "nvshmemx_collective_launch_attr";
    auto device = capi::require_device({{"attr", attr}, {"func", func}});
    if (!device.ok()) return capi::answer(call, device.status());
    const auto& wanted = *reinterpret_cast<const LaunchConfiguration*>(attr);
    return capi::answer(call, launch_collectively(**device, {func, extent(wanted.grid), extent(wanted.block),
                                                             args, wanted.shared_bytes, wanted.stream}));
}

int nvshmemx_collective_launch_query_gridsize(const void* func, dim3 blockDims, void** args, size_t sharedMem,
                                              int* gridsize) {
    constexpr const char* call = "nvshmemx_collective_launch_query_gridsize";
    auto device = capi::require_device({{"func", func}, {"gridsize", gridsize}});
    if (!device.ok()) return capi::answer(call, device.status());
    auto most = (*device)->resident_blocks({func, {1, 1, 1}, extent(blockDims), args, sharedMem, nullptr});
    if (!most.ok()) return capi::answer(call, does_not_fit("%s", most.status().text()));
    *gridsize = *most;
    return 0;
}

}  // extern "C"
