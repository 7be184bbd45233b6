// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The element types of -d, for tests of typed host calls: the name of the option, of the functions, and the
// type.
#pragma once

#include <nvshmem.h>
#include <nvshmemx.h>

#include <cstddef>
#include <string>
#include <vector>

namespace perftest {

// clang-format off
#define PERFTEST_FOR_EACH_NUMBER(X) \
    X(int, int, int) X(long, long, long) X(longlong, longlong, long long) \
    X(ulonglong, ulonglong, unsigned long long) X(size, size, size_t) X(uint, uint, unsigned) \
    X(int32, int32, int32_t) X(int64, int64, int64_t) X(uint32, uint32, uint32_t) X(uint64, uint64, uint64_t) \
    X(float, float, float) X(double, double, double) X(fp16, half, half) X(bf16, bfloat16, __nv_bfloat16)
#define PERFTEST_FOR_EACH_DATATYPE(X) PERFTEST_FOR_EACH_NUMBER(X) X(ptrdiff, ptrdiff, ptrdiff_t)
// Those that have and, or and xor.
#define PERFTEST_FOR_EACH_BITS(X) \
    X(ulonglong, ulonglong, unsigned long long) X(size, size, size_t) X(uint, uint, unsigned) \
    X(int32, int32, int32_t) X(int64, int64, int64_t) X(uint32, uint32, uint32_t) X(uint64, uint64, uint64_t)
// clang-format on

struct Datatype {
    const char* name;
    size_t bytes;
    void (*store)(void* element, int value);  ///< small whole numbers, exact in every type
};

/// The datatype of -d; `_t` at its end does not matter. Ends the program for an unknown name.
const Datatype& datatype(const std::string& name);

/// The elements value(0), value(1), … as bytes.
template <class Value>
std::vector<char> elements_of(const Datatype& type, size_t count, Value value) {
    std::vector<char> bytes(count * type.bytes);
    for (size_t i = 0; i < count; ++i) type.store(&bytes[i * type.bytes], value(i));
    return bytes;
}

}  // namespace perftest
