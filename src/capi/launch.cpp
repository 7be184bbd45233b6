// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Collective launches.

/// CUDA's own, by value in the prototypes.
struct dim3 {
    unsigned x, y, z;
};

#include "nvshmem/launch.h"

#include "capi/device.h"

using omni::capi::refuse_without_device;

extern "C" {

int nvshmemx_collective_launch(const void* func, dim3, dim3, void**, size_t, cudaStream_t) {
    return refuse_without_device("nvshmemx_collective_launch", {{"func", func}});
}

int nvshmemx_collective_launch_attr(const nvshmemx_collective_launch_attr_t* attr, const void* func, void**) {
    return refuse_without_device("nvshmemx_collective_launch_attr", {{"attr", attr}, {"func", func}});
}

int nvshmemx_collective_launch_query_gridsize(const void* func, dim3, void**, size_t, int* gridsize) {
    return refuse_without_device("nvshmemx_collective_launch_query_gridsize",
                                 {{"func", func}, {"gridsize", gridsize}});
}

}  // extern "C"
