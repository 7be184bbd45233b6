// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Made by tools/generate_api.py from api/types.def; do not edit.
//
// NVSHMEM_FOR_EACH_<FAMILY>_TYPE(X) expands X(TYPENAME, TYPE) for each element type of an operation family,
// NVSHMEM_FOR_EACH_REDUCTION(X) expands X(TYPENAME, TYPE, OP) for each type and operator of the reductions,
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

#define NVSHMEM_FOR_EACH_REDUCTION(X) \
    X(float, float, min) X(double, double, min) X(char, char, min) X(schar, signed char, min) \
    X(short, short, min) X(int, int, min) X(long, long, min) X(longlong, long long, min) \
    X(uchar, unsigned char, min) X(ushort, unsigned short, min) X(uint, unsigned int, min) \
    X(ulong, unsigned long, min) X(ulonglong, unsigned long long, min) X(int8, int8_t, min) \
    X(int16, int16_t, min) X(int32, int32_t, min) X(int64, int64_t, min) X(uint8, uint8_t, min) \
    X(uint16, uint16_t, min) X(uint32, uint32_t, min) X(uint64, uint64_t, min) X(size, size_t, min) \
    X(half, half, min) X(bfloat16, __nv_bfloat16, min) X(float, float, max) X(double, double, max) \
    X(char, char, max) X(schar, signed char, max) X(short, short, max) X(int, int, max) X(long, long, max) \
    X(longlong, long long, max) X(uchar, unsigned char, max) X(ushort, unsigned short, max) \
    X(uint, unsigned int, max) X(ulong, unsigned long, max) X(ulonglong, unsigned long long, max) \
    X(int8, int8_t, max) X(int16, int16_t, max) X(int32, int32_t, max) X(int64, int64_t, max) \
    X(uint8, uint8_t, max) X(uint16, uint16_t, max) X(uint32, uint32_t, max) X(uint64, uint64_t, max) \
    X(size, size_t, max) X(half, half, max) X(bfloat16, __nv_bfloat16, max) X(float, float, sum) \
    X(double, double, sum) X(char, char, sum) X(schar, signed char, sum) X(short, short, sum) \
    X(int, int, sum) X(long, long, sum) X(longlong, long long, sum) X(uchar, unsigned char, sum) \
    X(ushort, unsigned short, sum) X(uint, unsigned int, sum) X(ulong, unsigned long, sum) \
    X(ulonglong, unsigned long long, sum) X(int8, int8_t, sum) X(int16, int16_t, sum) X(int32, int32_t, sum) \
    X(int64, int64_t, sum) X(uint8, uint8_t, sum) X(uint16, uint16_t, sum) X(uint32, uint32_t, sum) \
    X(uint64, uint64_t, sum) X(size, size_t, sum) X(half, half, sum) X(bfloat16, __nv_bfloat16, sum) \
    X(float, float, prod) X(double, double, prod) X(char, char, prod) X(schar, signed char, prod) \
    X(short, short, prod) X(int, int, prod) X(long, long, prod) X(longlong, long long, prod) \
    X(uchar, unsigned char, prod) X(ushort, unsigned short, prod) X(uint, unsigned int, prod) \
    X(ulong, unsigned long, prod) X(ulonglong, unsigned long long, prod) X(int8, int8_t, prod) \
    X(int16, int16_t, prod) X(int32, int32_t, prod) X(int64, int64_t, prod) X(uint8, uint8_t, prod) \
    X(uint16, uint16_t, prod) X(uint32, uint32_t, prod) X(uint64, uint64_t, prod) X(size, size_t, prod) \
    X(half, half, prod) X(bfloat16, __nv_bfloat16, prod) X(uchar, unsigned char, and) \
    X(ushort, unsigned short, and) X(uint, unsigned int, and) X(ulong, unsigned long, and) \
    X(ulonglong, unsigned long long, and) X(int8, int8_t, and) X(int16, int16_t, and) X(int32, int32_t, and) \
    X(int64, int64_t, and) X(uint8, uint8_t, and) X(uint16, uint16_t, and) X(uint32, uint32_t, and) \
    X(uint64, uint64_t, and) X(size, size_t, and) X(uchar, unsigned char, or) X(ushort, unsigned short, or) \
    X(uint, unsigned int, or) X(ulong, unsigned long, or) X(ulonglong, unsigned long long, or) \
    X(int8, int8_t, or) X(int16, int16_t, or) X(int32, int32_t, or) X(int64, int64_t, or) \
    X(uint8, uint8_t, or) X(uint16, uint16_t, or) X(uint32, uint32_t, or) X(uint64, uint64_t, or) \
    X(size, size_t, or) X(uchar, unsigned char, xor) X(ushort, unsigned short, xor) \
    X(uint, unsigned int, xor) X(ulong, unsigned long, xor) X(ulonglong, unsigned long long, xor) \
    X(int8, int8_t, xor) X(int16, int16_t, xor) X(int32, int32_t, xor) X(int64, int64_t, xor) \
    X(uint8, uint8_t, xor) X(uint16, uint16_t, xor) X(uint32, uint32_t, xor) X(uint64, uint64_t, xor) \
    X(size, size_t, xor)

#define NVSHMEM_FOR_EACH_SIZE(X) \
    X(8) X(16) X(32) X(64) X(128)
// clang-format on
