// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
#include "datatype.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace perftest {
namespace {

template <class T>
void put_into(T* element, int value) {
    *element = static_cast<T>(value);
}

uint32_t float_bits(int value) {
    const float exact = static_cast<float>(value);
    uint32_t bits;
    std::memcpy(&bits, &exact, sizeof bits);
    return bits;
}

/// The upper half of a float.
void put_into(__nv_bfloat16* element, int value) {
    const auto bits = static_cast<uint16_t>(float_bits(value) >> 16);
    std::memcpy(static_cast<void*>(element), &bits, sizeof bits);
}

/// A float with 10 bits of fraction and an exponent that counts from 15 instead of 127.
void put_into(half* element, int value) {
    const auto bits = static_cast<uint16_t>(value == 0 ? 0 : (float_bits(value) >> 13) - (112u << 10));
    std::memcpy(static_cast<void*>(element), &bits, sizeof bits);
}

#define PERFTEST_ROW(OPTION, NAME, TYPE) \
    {#OPTION, sizeof(TYPE), [](void* element, int value) { put_into(static_cast<TYPE*>(element), value); }},
const Datatype datatypes[] = {PERFTEST_FOR_EACH_DATATYPE(PERFTEST_ROW)};
#undef PERFTEST_ROW

}  // namespace

const Datatype& datatype(const std::string& name) {
    const bool has_suffix = name.size() > 2 && name.compare(name.size() - 2, 2, "_t") == 0;
    const std::string plain = has_suffix ? name.substr(0, name.size() - 2) : name;
    for (const Datatype& known : datatypes)
        if (plain == known.name) return known;
    std::fprintf(stderr, "--datatype: '%s' is no type; --help lists them\n", name.c_str());
    std::exit(1);
}

}  // namespace perftest
