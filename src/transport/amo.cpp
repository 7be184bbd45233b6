// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// From an AMO as it travels to the operation on the element.
#include "transport/amo.h"

namespace omni::transport {

namespace {

template <class Op, class T>
uint64_t apply(void* place, const Amo& amo) {
    return encode(Op::apply(static_cast<T*>(place), decode<T>(amo.operand), decode<T>(amo.condition)));
}

template <class T>
uint64_t perform_bitwise(void* place, const Amo& amo) {
    if constexpr (std::is_integral_v<T>) {
        if (amo.op == AmoOp::bit_and) return apply<And, T>(place, amo);
        if (amo.op == AmoOp::bit_or) return apply<Or, T>(place, amo);
        if (amo.op == AmoOp::bit_xor) return apply<Xor, T>(place, amo);
    }
    return 0;
}

template <class T>
uint64_t perform_as(void* place, const Amo& amo) {
    switch (amo.op) {
        case AmoOp::fetch:
            return apply<Fetch, T>(place, amo);
        case AmoOp::set:
            return apply<Set, T>(place, amo);
        case AmoOp::swap:
            return apply<Swap, T>(place, amo);
        case AmoOp::compare_swap:
            return apply<CompareSwap, T>(place, amo);
        case AmoOp::add:
            return apply<Add, T>(place, amo);
        default:
            return perform_bitwise<T>(place, amo);
    }
}

struct Half {
    uint16_t bits;
};

}  // namespace

uint64_t perform(void* place, const Amo& amo) {
    switch (amo.type) {
        case AmoType::int32:
            return perform_as<uint32_t>(place, amo);
        case AmoType::int64:
            return perform_as<uint64_t>(place, amo);
        case AmoType::half:
            return perform_as<Half>(place, amo);
        case AmoType::float32:
            return perform_as<float>(place, amo);
        case AmoType::float64:
            return perform_as<double>(place, amo);
    }
    return 0;
}

}  // namespace omni::transport
