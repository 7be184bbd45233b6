// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA_CHECK(call): ends the whole job, with the place and CUDA's words, where a call fails.
#pragma once

#include <cuda_runtime.h>
#include <nvshmem.h>

#include <cstdio>

namespace perftest {

inline void require(cudaError_t status, const char* call, const char* file, int line) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(status));
    nvshmem_global_exit(1);
}

}  // namespace perftest

#define CUDA_CHECK(call) perftest::require(call, #call, __FILE__, __LINE__)
