// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Atomic memory operations carried out by this processor: one small type an operation, a template over the
// element type. The caller runs them inline on mapped memory (ops/amo.h); who serves the requests of others
// runs perform(). Both meet in the same instructions, so they are atomic with each other.
//
// Ordering: loads acquire, stores release, read-modify-writes both.
#pragma once

#include <atomic>
#include <bit>
#include <type_traits>

#include "base/half.h"
#include "nvshmem/device/impl/unsigned_of.h"
#include "transport/transport.h"

namespace omni::transport {

/// The bits of an element as an integer of its size.
template <class T>
using Pattern = typename nvshmemi::unsigned_of<sizeof(T)>::type;

/// An element as it travels, and back.
template <class T>
uint64_t encode(T value) {
    return std::bit_cast<Pattern<T>>(value);
}
template <class T>
T decode(uint64_t bits) {
    return std::bit_cast<T>(static_cast<Pattern<T>>(bits));
}

/// The only element of 2 bytes is half.
template <class T>
constexpr AmoType amo_type() {
    if constexpr (std::is_same_v<T, float>) return AmoType::float32;
    if constexpr (std::is_same_v<T, double>) return AmoType::float64;
    return sizeof(T) == 2 ? AmoType::half : sizeof(T) == 4 ? AmoType::int32 : AmoType::int64;
}

struct Fetch {
    static constexpr AmoOp op = AmoOp::fetch;
    template <class T>
    static T apply(T* place, T, T) {
        return std::atomic_ref<T>(*place).load(std::memory_order_acquire);
    }
};

struct Set {
    static constexpr AmoOp op = AmoOp::set;
    template <class T>
    static T apply(T* place, T value, T) {
        std::atomic_ref<T>(*place).store(value, std::memory_order_release);
        return T{};
    }
};

struct Swap {
    static constexpr AmoOp op = AmoOp::swap;
    template <class T>
    static T apply(T* place, T value, T) {
        return std::atomic_ref<T>(*place).exchange(value, std::memory_order_acq_rel);
    }
};

struct CompareSwap {
    static constexpr AmoOp op = AmoOp::compare_swap;
    template <class T>
    static T apply(T* place, T value, T condition) {
        std::atomic_ref<T>(*place).compare_exchange_strong(condition, value, std::memory_order_acq_rel,
                                                           std::memory_order_acquire);
        return condition;
    }
};

struct Add {
    static constexpr AmoOp op = AmoOp::add;
    template <class T>
    static T apply(T* place, T value, T) {
        if constexpr (amo_type<T>() == AmoType::half)
            return add_half(place, value);
        else
            return std::atomic_ref<T>(*place).fetch_add(value, std::memory_order_acq_rel);
    }

  private:
    template <class Half>
    static Half add_half(Half* place, Half value) {
        const float addend = half_to_float(std::bit_cast<uint16_t>(value));
        std::atomic_ref<uint16_t> cell(*reinterpret_cast<uint16_t*>(place));
        uint16_t old = cell.load(std::memory_order_relaxed);
        while (!cell.compare_exchange_weak(old, float_to_half(half_to_float(old) + addend),
                                           std::memory_order_acq_rel, std::memory_order_relaxed)) {
        }
        return std::bit_cast<Half>(old);
    }
};

struct And {
    static constexpr AmoOp op = AmoOp::bit_and;
    template <class T>
    static T apply(T* place, T value, T) {
        return std::atomic_ref<T>(*place).fetch_and(value, std::memory_order_acq_rel);
    }
};

struct Or {
    static constexpr AmoOp op = AmoOp::bit_or;
    template <class T>
    static T apply(T* place, T value, T) {
        return std::atomic_ref<T>(*place).fetch_or(value, std::memory_order_acq_rel);
    }
};

struct Xor {
    static constexpr AmoOp op = AmoOp::bit_xor;
    template <class T>
    static T apply(T* place, T value, T) {
        return std::atomic_ref<T>(*place).fetch_xor(value, std::memory_order_acq_rel);
    }
};

/// Carries out `amo` at `place`, which is aligned to the element's size, and gives the value before. Of a
/// set, and of an operation that its type does not have, the answer is 0.
uint64_t perform(void* place, const Amo& amo);

}  // namespace omni::transport
