// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// make_<vector>(x, …) for every vector of vector_types.h.
#pragma once

#include "vector_types.h"

#define VGPU_MAKE(name, type)                                              \
    static inline name##1 make_##name##1(type x) {                         \
        name##1 v = {x};                                                   \
        return v;                                                          \
    }                                                                      \
    static inline name##2 make_##name##2(type x, type y) {                 \
        name##2 v = {x, y};                                                \
        return v;                                                          \
    }                                                                      \
    static inline name##3 make_##name##3(type x, type y, type z) {         \
        name##3 v = {x, y, z};                                             \
        return v;                                                          \
    }                                                                      \
    static inline name##4 make_##name##4(type x, type y, type z, type w) { \
        name##4 v = {x, y, z, w};                                          \
        return v;                                                          \
    }

VGPU_MAKE(char, signed char)
VGPU_MAKE(uchar, unsigned char)
VGPU_MAKE(short, short)
VGPU_MAKE(ushort, unsigned short)
VGPU_MAKE(int, int)
VGPU_MAKE(uint, unsigned int)
VGPU_MAKE(long, long int)
VGPU_MAKE(ulong, unsigned long int)
VGPU_MAKE(longlong, long long int)
VGPU_MAKE(ulonglong, unsigned long long int)
VGPU_MAKE(float, float)
VGPU_MAKE(double, double)

#undef VGPU_MAKE
