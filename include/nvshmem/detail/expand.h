// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Made by tools/generate_api.py from api/types.def; do not edit.
//
// NVSHMEM_FOR_EACH_<FAMILY>_TYPE(X) expands X(TYPENAME, TYPE) for each element type of an operation family,
// NVSHMEM_FOR_EACH_SIZE(X) expands X(SIZE) for each element size in bits.
#pragma once

// clang-format off
#define NVSHMEM_FOR_EACH_RMA_TYPE(X) \
    X(float, float) X(double, double) X(char, char) X(schar, signed char) X(short, short) X(int, int) \
    X(long, long) X(longlong, long long) X(uchar, unsigned char) X(ushort, unsigned short) \
    X(uint, unsigned int) X(ulong, unsigned long) X(ulonglong, unsigned long long) X(int8, int8_t) \
    X(int16, int16_t) X(int32, int32_t) X(int64, int64_t) X(uint8, uint8_t) X(uint16, uint16_t) \
    X(uint32, uint32_t) X(uint64, uint64_t) X(size, size_t) X(ptrdiff, ptrdiff_t) X(half, half) \
    X(bfloat16, __nv_bfloat16)

#define NVSHMEM_FOR_EACH_AMO_EXTENDED_TYPE(X) \
    X(float, float) X(double, double) X(int, int) X(long, long) X(longlong, long long) X(uint, unsigned int) \
    X(ulong, unsigned long) X(ulonglong, unsigned long long) X(int32, int32_t) X(int64, int64_t) \
    X(uint32, uint32_t) X(uint64, uint64_t) X(size, size_t) X(ptrdiff, ptrdiff_t) X(half, half)

#define NVSHMEM_FOR_EACH_AMO_FLOAT_TYPE(X) \
    X(float, float) X(double, double) X(half, half)

#define NVSHMEM_FOR_EACH_REDUCE_TYPE(X) \
    X(float, float) X(double, double) X(char, char) X(schar, signed char) X(short, short) X(int, int) \
    X(long, long) X(longlong, long long) X(uchar, unsigned char) X(ushort, unsigned short) \
    X(uint, unsigned int) X(ulong, unsigned long) X(ulonglong, unsigned long long) X(int8, int8_t) \
    X(int16, int16_t) X(int32, int32_t) X(int64, int64_t) X(uint8, uint8_t) X(uint16, uint16_t) \
    X(uint32, uint32_t) X(uint64, uint64_t) X(size, size_t) X(half, half) X(bfloat16, __nv_bfloat16)

#define NVSHMEM_FOR_EACH_WAIT_TYPE(X) \
    X(short, short) X(int, int) X(long, long) X(longlong, long long) X(ushort, unsigned short) \
    X(uint, unsigned int) X(ulong, unsigned long) X(ulonglong, unsigned long long) X(int32, int32_t) \
    X(int64, int64_t) X(uint32, uint32_t) X(uint64, uint64_t) X(size, size_t) X(ptrdiff, ptrdiff_t)

#define NVSHMEM_FOR_EACH_AMO_STANDARD_TYPE(X) \
    X(int, int) X(long, long) X(longlong, long long) X(uint, unsigned int) X(ulong, unsigned long) \
    X(ulonglong, unsigned long long) X(int32, int32_t) X(int64, int64_t) X(uint32, uint32_t) \
    X(uint64, uint64_t) X(size, size_t) X(ptrdiff, ptrdiff_t)

#define NVSHMEM_FOR_EACH_REDUCE_BITWISE_TYPE(X) \
    X(uchar, unsigned char) X(ushort, unsigned short) X(uint, unsigned int) X(ulong, unsigned long) \
    X(ulonglong, unsigned long long) X(int8, int8_t) X(int16, int16_t) X(int32, int32_t) X(int64, int64_t) \
    X(uint8, uint8_t) X(uint16, uint16_t) X(uint32, uint32_t) X(uint64, uint64_t) X(size, size_t)

#define NVSHMEM_FOR_EACH_AMO_BITWISE_TYPE(X) \
    X(uint, unsigned int) X(ulong, unsigned long) X(ulonglong, unsigned long long) X(int32, int32_t) \
    X(int64, int64_t) X(uint32, uint32_t) X(uint64, uint64_t)

#define NVSHMEM_FOR_EACH_SIZE(X) \
    X(8) X(16) X(32) X(64) X(128)
// clang-format on
