// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A shared object that the tests load as a module and as a library.
#include <cuda_runtime.h>

__device__ int scale = 3;

extern "C" __global__ void add_scaled(int* sum, int value) { atomicAdd(sum, scale * value); }
