// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The atomics that -a names, for kernels: one function a type, what they do to a value, and the operands of a
// test, which make the value tell how often the operation was carried out.
#pragma once

#include <nvshmem.h>
#include <nvshmemx.h>

#include <string>
#include <vector>

namespace perftest {

// The order decides which one a prefix of a name means.
// clang-format off
#define PERFTEST_FOR_EACH_ATOMIC(X) \
    X(inc) X(fetch_inc) X(set) X(add) X(fetch_add) X(and) X(fetch_and) X(or) X(fetch_or) X(xor) X(fetch_xor) \
    X(swap) X(compare_swap)
// clang-format on

enum class AtomicOp {
#define PERFTEST_ATOMIC(NAME) NAME##_op,
    PERFTEST_FOR_EACH_ATOMIC(PERFTEST_ATOMIC)
#undef PERFTEST_ATOMIC
};

/// Ends the program for a name that begins no operation's.
AtomicOp atomic_op(const std::string& name);
const char* name_of(AtomicOp op);

inline __host__ __device__ bool is_bitwise(AtomicOp op) {
    return op >= AtomicOp::and_op && op <= AtomicOp::fetch_xor_op;
}

/// Where the value starts: all bits set for `and`, else 0.
template <class T>
T first_value(AtomicOp op) {
    const bool clears = op == AtomicOp::and_op || op == AtomicOp::fetch_and_op;
    return clears ? static_cast<T>(~0ull) : T();
}

/// Of round 1, 2, …: a bit for bitwise operations (`and` clears it), the round for those that set, else 1.
template <class T>
__host__ __device__ T operand(AtomicOp op, uint64_t round) {
    const T bit = static_cast<T>(1ull << (round - 1) % (8 * sizeof(T)));
    if (op == AtomicOp::and_op || op == AtomicOp::fetch_and_op)
        return static_cast<T>(~static_cast<unsigned long long>(bit));
    if (is_bitwise(op)) return bit;
    const bool sets = op == AtomicOp::set_op || op == AtomicOp::swap_op || op == AtomicOp::compare_swap_op;
    return sets ? static_cast<T>(round) : T(1);
}

/// The value after the rounds 1 to `rounds`, each by one PE.
template <class T>
T value_after(AtomicOp op, uint64_t rounds) {
    T value = first_value<T>(op);
    for (uint64_t round = 1; round <= rounds; ++round) {
        const auto by = static_cast<unsigned long long>(operand<T>(op, round)),
                   now = static_cast<unsigned long long>(value);
        switch (op) {
            case AtomicOp::and_op:
            case AtomicOp::fetch_and_op:
                value = static_cast<T>(now & by);
                break;
            case AtomicOp::or_op:
            case AtomicOp::fetch_or_op:
                value = static_cast<T>(now | by);
                break;
            case AtomicOp::xor_op:
            case AtomicOp::fetch_xor_op:
                value = static_cast<T>(now ^ by);
                break;
            case AtomicOp::set_op:
            case AtomicOp::swap_op:
            case AtomicOp::compare_swap_op:
                value = static_cast<T>(by);
                break;
            default:
                value = static_cast<T>(value + T(1));
        }
    }
    return value;
}

// Element types with the operations they have: carry_out is the operation of one round.
// clang-format off
#define PERFTEST_CASE(NAME, OP, ...) \
    case AtomicOp::OP##_op: nvshmem_##NAME##_atomic_##OP(target, __VA_ARGS__); return;
#define PERFTEST_SETS(NAME) PERFTEST_CASE(NAME, set, value, pe) PERFTEST_CASE(NAME, swap, value, pe)
#define PERFTEST_COUNTS(NAME) \
    PERFTEST_CASE(NAME, inc, pe) PERFTEST_CASE(NAME, fetch_inc, pe) \
    PERFTEST_CASE(NAME, add, value, pe) PERFTEST_CASE(NAME, fetch_add, value, pe) \
    PERFTEST_CASE(NAME, compare_swap, before, value, pe)
#define PERFTEST_BITS(NAME) \
    PERFTEST_CASE(NAME, and, value, pe) PERFTEST_CASE(NAME, fetch_and, value, pe) \
    PERFTEST_CASE(NAME, or, value, pe) PERFTEST_CASE(NAME, fetch_or, value, pe) \
    PERFTEST_CASE(NAME, xor, value, pe) PERFTEST_CASE(NAME, fetch_xor, value, pe)
#define PERFTEST_TYPE(NAME, TYPE, CASES) \
    struct NAME##_type { \
        using type = TYPE; \
        static constexpr const char* name = #NAME; \
        static __device__ void carry_out(AtomicOp op, TYPE* target, uint64_t round, int pe) { \
            const TYPE value = operand<TYPE>(op, round); \
            [[maybe_unused]] const TYPE before = static_cast<TYPE>(round - 1); \
            switch (op) { CASES default: return; } \
        } \
        template <class T> static __device__ void wait(T* target, T value) { \
            nvshmem_##NAME##_wait_until(target, NVSHMEM_CMP_EQ, value); \
        } \
    };
#define PERFTEST_FLOATING(NAME, TYPE) PERFTEST_TYPE(NAME, TYPE, PERFTEST_SETS(NAME))
#define PERFTEST_COUNTING(NAME, TYPE) PERFTEST_TYPE(NAME, TYPE, PERFTEST_SETS(NAME) PERFTEST_COUNTS(NAME))
#define PERFTEST_FULL(NAME, TYPE) \
    PERFTEST_TYPE(NAME, TYPE, PERFTEST_SETS(NAME) PERFTEST_COUNTS(NAME) PERFTEST_BITS(NAME))
// clang-format on
PERFTEST_FLOATING(float, float)
PERFTEST_FLOATING(double, double)
PERFTEST_COUNTING(int, int)
PERFTEST_COUNTING(long, long)
PERFTEST_COUNTING(longlong, long long)
PERFTEST_COUNTING(size, size_t)
PERFTEST_FULL(uint, unsigned)
PERFTEST_FULL(ulong, unsigned long)
PERFTEST_FULL(ulonglong, unsigned long long)
PERFTEST_FULL(int32, int32_t)
PERFTEST_FULL(int64, int64_t)
PERFTEST_FULL(uint32, uint32_t)
PERFTEST_FULL(uint64, uint64_t)
#undef PERFTEST_FULL
#undef PERFTEST_COUNTING
#undef PERFTEST_FLOATING
#undef PERFTEST_TYPE
#undef PERFTEST_BITS
#undef PERFTEST_COUNTS
#undef PERFTEST_SETS
#undef PERFTEST_CASE

/// run(type) for the integers that the operation has.
template <class Run>
void for_each_integer(AtomicOp op, Run run) {
    run(uint_type());
    run(ulong_type());
    run(ulonglong_type());
    run(uint32_type());
    run(uint64_type());
    if (is_bitwise(op)) return run(int32_type()), run(int64_type());
    run(int_type());
    run(long_type());
    run(longlong_type());
    run(size_type());
}

/// And for the floating types.
template <class Run>
void for_each_type(AtomicOp op, Run run) {
    for_each_integer(op, run);
    if (op == AtomicOp::set_op || op == AtomicOp::swap_op) run(float_type()), run(double_type());
}

}  // namespace perftest
