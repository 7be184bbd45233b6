// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the virtual device offers beside CUDA's own interface.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The text of this thread's last failed call: which function, which argument, what value, what to do. Valid
/// until its next failed call; "" when none has failed.
const char* vgpuLastErrorText(void);

/// Says that a range of memory that the caller made himself is memory of a device: cudaPointerGetAttributes()
/// then says so. Returns 0 or a cudaError_t.
int vgpuAdoptMemory(void* pointer, size_t bytes, int device);
int vgpuReleaseMemory(void* pointer);

#ifdef __cplusplus
}
#endif
