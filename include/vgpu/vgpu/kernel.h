// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a compiled program tells the virtual device about its kernels and device variables.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A kernel. Lives as long as the program or shared object that it is part of.
typedef struct vgpuKernel {
    const char* name;  ///< as in the source, without template arguments
    /// Runs threads of the current block one after another until none is left to start. `arguments` point to
    /// one value a parameter, aligned for its type.
    void (*run)(const struct vgpuKernel* kernel, void* const* arguments);
    const void* address;          ///< of the host function by which a program names the kernel
    unsigned parameters;          ///< how many
    unsigned max_threads;         ///< a block may have (__launch_bounds__); 0: as many as the device allows
    const unsigned short* sizes;  ///< of each parameter, in bytes
    const unsigned short* alignments;  ///< of each parameter, in bytes
} vgpuKernel;

/// From static constructors. Objects that are closed with dlclose() take theirs back.
void vgpuRegisterKernel(const vgpuKernel* kernel);
void vgpuUnregisterKernel(const vgpuKernel* kernel);

enum vgpuVariableKind { vgpuVariableDevice = 0, vgpuVariableConstant = 1, vgpuVariableManaged = 2 };

/// A __device__, __constant__ or __managed__ variable.
void vgpuRegisterVariable(const void* address, size_t bytes, const char* name, unsigned kind);
void vgpuUnregisterVariable(const void* address);

#ifdef __cplusplus
}
#endif
