// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA_CHECK(call) ends the job with the place and CUDA's words where a call fails; passed(...) is the last
// line of an example and its exit status.
#pragma once

#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>

#include <cstdio>
#include <cstdlib>

#define CUDA_CHECK(call)                                                                                    \
    do {                                                                                                    \
        const cudaError_t status = (call);                                                                  \
        if (status != cudaSuccess) {                                                                        \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(status)); \
            nvshmem_global_exit(1);                                                                         \
        }                                                                                                   \
    } while (0)

/// Each PE takes the device that its place on the node names. The library is initialized first.
inline void take_device() {
    int devices = 0;
    CUDA_CHECK(cudaGetDeviceCount(&devices));
    CUDA_CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE) % devices));
}

/// Says how it went; 0 when nothing was wrong.
inline int passed(const char* example, long wrong) {
    if (wrong) std::fprintf(stderr, "PE %d: %s: %ld wrong values\n", nvshmem_my_pe(), example, wrong);
    if (!wrong && nvshmem_my_pe() == 0) std::printf("%s: passed on %d PEs\n", example, nvshmem_n_pes());
    return wrong ? 1 : 0;
}
