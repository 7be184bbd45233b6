// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The loops of all element types and operators on the host.
#include "coll/reducer.h"

#include <array>

namespace omni::coll {

namespace {

using Row = std::array<HostReducer, 7>;  // by ReduceOp

template <class Element, class... Operators>
constexpr Row row() {
    return {HostReducer(TypedReducer<Element, Operators>())...};
}

template <class T>
constexpr Row integers() {
    return row<Plain<T>, Min, Max, Sum, Prod, And, Or, Xor>();
}

template <class Element>
constexpr Row floating() {
    return row<Element, Min, Max, Sum, Prod>();
}

constexpr std::array<Row, 12> rows = {
    // by ElementKind
    integers<int8_t>(),       integers<int16_t>(),       integers<int32_t>(),  integers<int64_t>(),
    integers<uint8_t>(),      integers<uint16_t>(),      integers<uint32_t>(), integers<uint64_t>(),
    floating<Plain<float>>(), floating<Plain<double>>(), floating<Half>(),     floating<Bfloat16>(),
};

}  // namespace

const HostReducer& host_reducer(ElementKind kind, ReduceOp op) {
    return rows[static_cast<size_t>(kind)][static_cast<size_t>(op)];
}

const HostReducer& host_maxloc_reducer() {
    static constexpr HostReducer reducer{TypedReducer<Plain<Located>, MaxLoc>()};
    return reducer;
}

}  // namespace omni::coll
