// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A value as the bits of another type.
#pragma once

#include <cstring>
#include <type_traits>

namespace vgpu {

/// An unsigned integer of a number of bytes.
template <size_t bytes>
struct Unsigned;
template <>
struct Unsigned<1> {
    using type = unsigned char;
};
template <>
struct Unsigned<2> {
    using type = unsigned short;
};
template <>
struct Unsigned<4> {
    using type = unsigned;
};
template <>
struct Unsigned<8> {
    using type = unsigned long long;
};
template <class T>
using BitsOf = typename Unsigned<sizeof(T)>::type;

template <class To, class From>
To bit_cast(const From& from) {
    static_assert(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<From> &&
                  std::is_trivially_copyable_v<To>);
    To to;
    std::memcpy(static_cast<void*>(&to), &from, sizeof to);
    return to;
}

}  // namespace vgpu
