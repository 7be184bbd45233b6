// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Warp functions: shuffles, votes, match, reduce. A mask names the lanes that take part; lanes that have
// returned do not count.
#pragma once

#include <cstring>
#include <type_traits>

#include "vgpu/builtins.h"

extern "C" {

/// All lanes of `mask` bring a value; `received` is that of lane `from`, or the own where that lane is not
/// there. Returns the lanes that met.
unsigned vgpuExchange(unsigned mask, unsigned long long value, unsigned from, unsigned long long* received);
/// The same for the values of all lanes; `values` has 32 places, those of lanes that are not there stay as
/// they are.
unsigned vgpuGather(unsigned mask, unsigned long long value, unsigned long long* values);
/// The lanes whose predicate is true; `arrived` are all that met.
unsigned vgpuBallot(unsigned mask, int predicate, unsigned* arrived);
/// The lanes of the warp that come to `place` together.
unsigned vgpuConverge(const void* place);
/// Of the calling thread within its block.
unsigned vgpuThreadRank(void);

void __syncwarp(unsigned mask = 0xffffffffu);
}

namespace vgpu {

inline unsigned lane() { return vgpuThreadRank() % 32; }

template <class T>
unsigned long long to_bits(const T& value) {
    static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>,
                  "a warp function takes values of 8 bytes at most");
    unsigned long long bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
}

template <class T>
T from_bits(unsigned long long bits) {
    T value;
    std::memcpy(static_cast<void*>(&value), &bits, sizeof value);
    return value;
}

template <class T>
T exchange(unsigned mask, const T& value, unsigned from) {
    unsigned long long bits;
    vgpuExchange(mask, to_bits(value), from, &bits);
    return from_bits<T>(bits);
}

/// The lanes of the calling lane's segment of `width` lanes: first, and one behind the last.
struct Segment {
    unsigned lane, begin, end;
    explicit Segment(int width)
        : lane(vgpu::lane()),
          begin(lane & ~static_cast<unsigned>(width - 1)),
          end(begin + static_cast<unsigned>(width)) {}
};

/// Folds the values of the lanes of `mask`, each of which calls.
template <class T, class Fold>
T fold_lanes(unsigned mask, T value, Fold fold) {
    unsigned long long values[32];
    unsigned lanes = vgpuGather(mask, to_bits(value), values);
    T all = from_bits<T>(values[__builtin_ctz(lanes)]);
    for (lanes &= lanes - 1; lanes != 0; lanes &= lanes - 1)
        all = fold(all, from_bits<T>(values[__builtin_ctz(lanes)]));
    return all;
}

}  // namespace vgpu

// --- shuffles

template <class T>
T __shfl_sync(unsigned mask, T value, int from, int width = 32) {
    const vgpu::Segment segment(width);
    return vgpu::exchange(mask, value,
                          segment.begin + static_cast<unsigned>(from) % static_cast<unsigned>(width));
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned by, int width = 32) {
    const vgpu::Segment segment(width);
    return vgpu::exchange(mask, value, segment.lane >= segment.begin + by ? segment.lane - by : segment.lane);
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32) {
    const vgpu::Segment segment(width);
    return vgpu::exchange(mask, value, segment.lane + by < segment.end ? segment.lane + by : segment.lane);
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int with, int width = 32) {
    const vgpu::Segment segment(width);
    const unsigned from = segment.lane ^ static_cast<unsigned>(with);
    return vgpu::exchange(mask, value, from < segment.end ? from : segment.lane);
}

// --- votes

inline unsigned __ballot_sync(unsigned mask, int predicate) {
    unsigned arrived;
    return vgpuBallot(mask, predicate, &arrived);
}
inline int __all_sync(unsigned mask, int predicate) {
    unsigned arrived;
    return vgpuBallot(mask, predicate, &arrived) == arrived;
}
inline int __any_sync(unsigned mask, int predicate) { return __ballot_sync(mask, predicate) != 0; }
inline int __uni_sync(unsigned mask, int predicate) {
    unsigned arrived;
    const unsigned yes = vgpuBallot(mask, predicate, &arrived);
    return yes == 0 || yes == arrived;
}

/// The lanes that are here together. Not inlined, as the place tells which belong together.
__attribute__((noinline)) inline unsigned __activemask() { return vgpuConverge(__builtin_return_address(0)); }

// --- match and reduce

/// The lanes of `mask` that have the same value.
template <class T>
unsigned __match_any_sync(unsigned mask, T value) {
    unsigned long long values[32];
    unsigned same = 0;
    for (unsigned lanes = vgpuGather(mask, vgpu::to_bits(value), values); lanes != 0; lanes &= lanes - 1)
        if (values[__builtin_ctz(lanes)] == vgpu::to_bits(value)) same |= lanes & -lanes;
    return same;
}
/// All lanes of `mask`, with a true `equal`, when all have the same value; else 0.
template <class T>
unsigned __match_all_sync(unsigned mask, T value, int* equal) {
    unsigned long long values[32];
    const unsigned arrived = vgpuGather(mask, vgpu::to_bits(value), values);
    *equal = 1;
    for (unsigned lanes = arrived; lanes != 0; lanes &= lanes - 1)
        *equal &= values[__builtin_ctz(lanes)] == vgpu::to_bits(value);
    return *equal ? arrived : 0;
}

template <class T>
T __reduce_add_sync(unsigned mask, T value) {
    return vgpu::fold_lanes(mask, value, [](T a, T b) { return static_cast<T>(a + b); });
}
template <class T>
T __reduce_min_sync(unsigned mask, T value) {
    return vgpu::fold_lanes(mask, value, [](T a, T b) { return b < a ? b : a; });
}
template <class T>
T __reduce_max_sync(unsigned mask, T value) {
    return vgpu::fold_lanes(mask, value, [](T a, T b) { return a < b ? b : a; });
}
template <class T>
T __reduce_and_sync(unsigned mask, T value) {
    return vgpu::fold_lanes(mask, value, [](T a, T b) { return static_cast<T>(a & b); });
}
template <class T>
T __reduce_or_sync(unsigned mask, T value) {
    return vgpu::fold_lanes(mask, value, [](T a, T b) { return static_cast<T>(a | b); });
}
template <class T>
T __reduce_xor_sync(unsigned mask, T value) {
    return vgpu::fold_lanes(mask, value, [](T a, T b) { return static_cast<T>(a ^ b); });
}
