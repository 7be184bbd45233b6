// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What test data looks like: the value of element `i` of PE `pe`, which every type holds exactly.
#pragma once

#include <cstddef>
#include <cstdint>

namespace perftest {

inline uint32_t mixed(int pe, size_t i) {
    const uint64_t x = (i + 1) * 0x9e3779b97f4a7c15u ^ (static_cast<uint64_t>(pe) + 1) * 0xbf58476d1ce4e5b9u;
    return static_cast<uint32_t>(x >> 40);
}

/// 1 to 120: for data that is moved. Not the poison.
template <class T>
T moved_value(int pe, size_t i) {
    return static_cast<T>(1 + mixed(pe, i) % 120);
}

/// 1 or 2: for data that is reduced; even the product over 8 PEs is exact in 16 bits.
template <class T>
T operand_value(int pe, size_t i) {
    return static_cast<T>(1 + (mixed(pe, i) & 1));
}

/// Fills destinations before a test.
inline constexpr int poison = 0xa5;

}  // namespace perftest
