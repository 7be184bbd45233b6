// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Scalar put and get over the sizes of -d: one pair of overloads a size, so that kernels can be templates.
#pragma once

#include <nvshmem.h>
#include <nvshmemx.h>

#include <cstdio>
#include <string>

namespace perftest {

#define PERFTEST_SCALAR(NAME, TYPE)                                     \
    inline __device__ void put_scalar(TYPE* dest, TYPE value, int pe) { \
        nvshmem_##NAME##_p(dest, value, pe);                            \
    }                                                                   \
    inline __device__ TYPE get_scalar(const TYPE* source, int pe) { return nvshmem_##NAME##_g(source, pe); }
PERFTEST_SCALAR(uint8, uint8_t)
PERFTEST_SCALAR(uint16, uint16_t)
PERFTEST_SCALAR(uint32, uint32_t)
PERFTEST_SCALAR(double, double)
#undef PERFTEST_SCALAR

/// Calls run(T()) with a type of the size that the name stands for.
template <class Run>
void with_scalar(const std::string& name, Run run) {
    if (name == "fp16" || name == "bf16") return run(uint16_t());
    const bool is_short = name.find("float") != std::string::npos || name.find("32") != std::string::npos;
    if (is_short || name == "int" || name == "uint") return run(uint32_t());
    if (name == "char" || name == "uint8" || name == "int8") return run(uint8_t());
    run(double());
}

}  // namespace perftest
