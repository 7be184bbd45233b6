// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Moving bytes between this PE's memory and a mapped peer. Small sizes are inlined; the rest is one call.
// An aligned element of 1, 2, 4 or 8 bytes is stored whole and with release order, so that a peer may wait on
// it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/cpu.h"

namespace omni {

/// Copies any number of bytes; regions do not overlap unless equal.
void copy_large(void* dest, const void* source, size_t bytes);

namespace detail {

template <class Word>
[[gnu::always_inline]] inline bool aligned(const void* p) {
    return reinterpret_cast<uintptr_t>(p) % alignof(Word) == 0;
}

template <class Word>
[[gnu::always_inline]] inline void copy_word(void* dest, const void* source) {
    Word word;
    std::memcpy(&word, source, sizeof word);
    if (aligned<Word>(dest))
        std::atomic_ref<Word>(*static_cast<Word*>(dest)).store(word, std::memory_order_release);
    else
        std::memcpy(dest, &word, sizeof word);
}

/// Two loads and two stores that may overlap cover every size between sizeof(Word) and twice that.
template <class Word>
[[gnu::always_inline]] inline void copy_ends(char* dest, const char* source, size_t bytes) {
    Word first, last;
    std::memcpy(&first, source, sizeof first);
    std::memcpy(&last, source + bytes - sizeof last, sizeof last);
    std::memcpy(dest, &first, sizeof first);
    std::memcpy(dest + bytes - sizeof last, &last, sizeof last);
}

struct Pair {
    uint64_t low, high;
};

}  // namespace detail

[[gnu::always_inline]] inline void copy(void* dest, const void* source, size_t bytes) {
    char* to = static_cast<char*>(dest);
    const char* from = static_cast<const char*>(source);
    switch (bytes) {
        case 0:
            return;
        case 1:
            return detail::copy_word<uint8_t>(to, from);
        case 2:
            return detail::copy_word<uint16_t>(to, from);
        case 4:
            return detail::copy_word<uint32_t>(to, from);
        case 8:
            return detail::copy_word<uint64_t>(to, from);
        default:
            break;
    }
    if (bytes > 32) return copy_large(dest, source, bytes);
    if (bytes >= 16) return detail::copy_ends<detail::Pair>(to, from, bytes);
    if (bytes >= 8) return detail::copy_ends<uint64_t>(to, from, bytes);
    if (bytes >= 4) return detail::copy_ends<uint32_t>(to, from, bytes);
    return detail::copy_ends<uint16_t>(to, from, bytes);
}

}  // namespace omni
