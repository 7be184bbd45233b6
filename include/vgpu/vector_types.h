// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA's small vectors: <type>1 to <type>4, aligned to their size where that is 2, 4, 8 or 16 bytes and a
// power of two, and dim3.
#pragma once

#include "host_defines.h"

#define VGPU_VECTORS(name, type, align2, align4)           \
    struct name##1 { type x; };                            \
    struct __align__(align2) name##2 { type x, y; };       \
    struct name##3 { type x, y, z; };                      \
    struct __align__(align4) name##4 { type x, y, z, w; }; \
    typedef struct name##1 name##1;                        \
    typedef struct name##2 name##2;                        \
    typedef struct name##3 name##3;                        \
    typedef struct name##4 name##4;

VGPU_VECTORS(char, signed char, 2, 4)
VGPU_VECTORS(uchar, unsigned char, 2, 4)
VGPU_VECTORS(short, short, 4, 8)
VGPU_VECTORS(ushort, unsigned short, 4, 8)
VGPU_VECTORS(int, int, 8, 16)
VGPU_VECTORS(uint, unsigned int, 8, 16)
VGPU_VECTORS(long, long int, 16, 16)
VGPU_VECTORS(ulong, unsigned long int, 16, 16)
VGPU_VECTORS(longlong, long long int, 16, 16)
VGPU_VECTORS(ulonglong, unsigned long long int, 16, 16)
VGPU_VECTORS(float, float, 8, 16)
VGPU_VECTORS(double, double, 16, 16)

#undef VGPU_VECTORS

struct dim3 {
    unsigned int x, y, z;
#ifdef __cplusplus
    constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return uint3{x, y, z}; }
#endif
};
typedef struct dim3 dim3;
