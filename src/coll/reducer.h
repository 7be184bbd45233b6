// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a reduction does to arrays of elements: one element type and one operator. The algorithms are
// templates over a reducer. Kernels use a TypedReducer, so that the loop is part of the kernel; the host
// uses a HostReducer, whose loops are behind pointers, so that each algorithm is compiled once for all types.
#pragma once

#include <cstddef>

#include "coll/operators.h"
#include "coll/scope.h"

namespace omni::coll {

/// The threads of a scope share the elements. Each thread takes the same ones in each call, so calls with
/// one total follow each other without a sync.
template <class Element, class Operator>
struct TypedReducer {
    using Stored = typename Element::Stored;
    using Total = typename Element::Total;

    static constexpr size_t element_bytes() { return sizeof(Stored); }
    static constexpr size_t total_bytes() { return sizeof(Total); }
    /// Totals are elements as they are, so that nothing is left to finish().
    static constexpr bool is_plain() { return std::is_same_v<Stored, Total>; }

    /// total[i] = a[i] op b[i]
    template <class Scope>
    static void start(const Scope& scope, void* total, const void* a, const void* b, size_t count) {
        Total* __restrict to = static_cast<Total*>(total);
        const Stored* __restrict x = static_cast<const Stored*>(a);
        const Stored* __restrict y = static_cast<const Stored*>(b);
        for (size_t i = scope.index(); i < count; i += scope.size())
            to[i] = Operator::apply(Element::widen(x[i]), Element::widen(y[i]));
    }

    /// total[i] = total[i] op more[i]
    template <class Scope>
    static void fold(const Scope& scope, void* total, const void* more, size_t count) {
        Total* __restrict to = static_cast<Total*>(total);
        const Stored* __restrict x = static_cast<const Stored*>(more);
        for (size_t i = scope.index(); i < count; i += scope.size())
            to[i] = Operator::apply(to[i], Element::widen(x[i]));
    }

    /// result[i] = total[i], rounded
    template <class Scope>
    static void finish(const Scope& scope, void* result, const void* total, size_t count) {
        Stored* __restrict to = static_cast<Stored*>(result);
        const Total* __restrict from = static_cast<const Total*>(total);
        for (size_t i = scope.index(); i < count; i += scope.size()) to[i] = Element::narrow(from[i]);
    }
};

class HostReducer {
  public:
    /// Of an operator that the element type does not have.
    constexpr HostReducer() = default;
    template <class Typed>
    constexpr explicit HostReducer(Typed)
        : element_bytes_(Typed::element_bytes()),
          total_bytes_(Typed::total_bytes()),
          is_plain_(Typed::is_plain()),
          start_(Typed::template start<HostScope>),
          fold_(Typed::template fold<HostScope>),
          finish_(Typed::template finish<HostScope>) {}

    size_t element_bytes() const { return element_bytes_; }
    size_t total_bytes() const { return total_bytes_; }
    bool is_plain() const { return is_plain_; }
    void start(const HostScope& scope, void* total, const void* a, const void* b, size_t count) const {
        start_(scope, total, a, b, count);
    }
    void fold(const HostScope& scope, void* total, const void* more, size_t count) const {
        fold_(scope, total, more, count);
    }
    void finish(const HostScope& scope, void* result, const void* total, size_t count) const {
        finish_(scope, result, total, count);
    }

  private:
    size_t element_bytes_ = 0;
    size_t total_bytes_ = 0;
    bool is_plain_ = true;
    void (*start_)(const HostScope&, void*, const void*, const void*, size_t) = nullptr;
    void (*fold_)(const HostScope&, void*, const void*, size_t) = nullptr;
    void (*finish_)(const HostScope&, void*, const void*, size_t) = nullptr;
};

/// The element types, by what their bits mean: the C types of one size and signedness are one.
enum class ElementKind {
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    float32,
    float64,
    half,
    bfloat16
};
enum class ReduceOp { min, max, sum, prod, bit_and, bit_or, bit_xor };

/// pre: the operator is not a bitwise one on a floating type.
const HostReducer& host_reducer(ElementKind kind, ReduceOp op);

/// MaxLoc of Located.
const HostReducer& host_maxloc_reducer();

}  // namespace omni::coll
