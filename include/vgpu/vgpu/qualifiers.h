// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA's words for where code runs and data lives. The source step (tools/vgpu_source) must still see them
// after the preprocessor, so it defines VGPU_SOURCE_STEP and takes them out itself; for every other
// compilation they mean nothing.
#pragma once

#ifndef VGPU_SOURCE_STEP
    #define __global__
    #define __device__
    #define __host__
    #define __constant__
    #define __managed__
    #define __grid_constant__
    #define __launch_bounds__(...)
#endif

#define __forceinline__ inline __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
