// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The unsigned integer of so many bytes.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace nvshmemi {

template <size_t Size>
struct unsigned_of;
template <>
struct unsigned_of<1> {
    using type = uint8_t;
};
template <>
struct unsigned_of<2> {
    using type = uint16_t;
};
template <>
struct unsigned_of<4> {
    using type = uint32_t;
};
template <>
struct unsigned_of<8> {
    using type = uint64_t;
};

}  // namespace nvshmemi
