// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The seven reductions, for kernels and for the PE that checks them.
#pragma once

#include <string>

#include "pattern.h"

namespace perftest {

#define PERFTEST_FOR_EACH_REDUCTION(X) X(sum) X(prod) X(and) X(or) X(xor) X(min) X(max)

/// name##_of: a name and the function of two.
#define PERFTEST_OPERATOR(NAME, EXPRESSION)        \
    struct NAME##_of {                             \
        static constexpr const char* name = #NAME; \
        template <class T>                         \
        static T combine(T a, T b) {               \
            return static_cast<T>(EXPRESSION);     \
        }                                          \
    };
PERFTEST_OPERATOR(sum, a + b)
PERFTEST_OPERATOR(prod, a* b)
PERFTEST_OPERATOR(and, a& b)
PERFTEST_OPERATOR(or, a | b)
PERFTEST_OPERATOR(xor, a ^ b)
PERFTEST_OPERATOR(min, a < b ? a : b)
PERFTEST_OPERATOR(max, a > b ? a : b)
#undef PERFTEST_OPERATOR

/// Element i of the reduction over all PEs of their operands.
template <class Operator, class T>
T reduced_value(int pes, size_t i) {
    T value = operand_value<T>(0, i);
    for (int pe = 1; pe < pes; ++pe) value = Operator::combine(value, operand_value<T>(pe, i));
    return value;
}

/// The same with the operator named.
int reduced_value(const std::string& operation, int pes, size_t i);

}  // namespace perftest
