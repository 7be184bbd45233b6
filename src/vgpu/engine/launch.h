// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the runtime interface and the streams know of the engine: kernels by address or name, and how a grid
// is run.
#pragma once

#include <driver_types.h>
#include <vector_types.h>

#include <cstddef>
#include <string>
#include <vector>

#include "vgpu/kernel.h"

namespace vgpu {

/// The kernel that a program names so; null when there is none.
const vgpuKernel* find_kernel(const void* address);
const vgpuKernel* find_kernel(const char* name);
std::vector<const vgpuKernel*> all_kernels();

/// The variable at `address` or of that name; null when there is none.
struct Variable {
    const void* address;
    size_t bytes;
    const char* name;
    unsigned kind;
};
const Variable* find_variable(const void* address);
const Variable* find_variable(const char* name);
std::vector<const Variable*> all_variables();

/// How a grid ended. The text names kernel, block and thread where the code is not cudaSuccess.
struct Outcome {
    cudaError_t code = cudaSuccess;
    std::string text;
};

/// A launch whose configuration has been checked. The arguments stay valid until it has run.
struct Grid {
    const vgpuKernel* kernel;
    void* const* arguments;  ///< one pointer a parameter
    dim3 grid, block;
    size_t shared = 0;  ///< bytes of dynamic shared memory
    bool cooperative = false;
    int device = 0;
    void* context = nullptr;  ///< what the capture hook gave on the launching thread
};

/// Carries the whole grid out on the calling thread and those that join it. Never throws; not from inside a
/// kernel.
Outcome run_grid(const Grid& grid);

/// How many blocks of this shape a multiprocessor holds at a time.
int resident_blocks(const vgpuKernel* kernel, unsigned threads, size_t shared);

}  // namespace vgpu
