// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Copies above the inlined sizes. On x86 they are vector loops of our own: glibc's memcpy turns to rep movsb
// at a few KiB, which falls from 70 to 2 GB/s where the destination lies 1 to 16 bytes above the source's
// page offset, and to 30 GB/s up to 63 bytes above (Zen 3 and Zen 4). A loop with aligned stores knows no
// such places and is at least as fast elsewhere; 512-bit vectors gained nothing (./dev bench has the
// figures). Sanitizers do not see into the loops' instructions, so their builds use the library's memmove.
#include "base/copy.h"

#if defined(__x86_64__) && !defined(OMNI_SANITIZED)
    #define OMNI_VECTOR_COPY 1
    #include <immintrin.h>
    #include <unistd.h>
#endif

namespace omni {

namespace {

void copy_by_libc(char* to, const char* from, size_t bytes) { std::memmove(to, from, bytes); }

#if defined(OMNI_VECTOR_COPY)

    #define OMNI_AVX2 [[gnu::target("avx2"), gnu::always_inline]] inline

constexpr size_t kVector = 32;
constexpr size_t kRound = 4 * kVector;   // bytes of one round of a loop
constexpr size_t kPrefetchAhead = 1024;  // bytes; farther gained nothing

/// One round in registers: all loads come before all stores.
struct Round {
    __m256i v[4];
};

OMNI_AVX2 __m256i load(const char* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}
OMNI_AVX2 void store(char* to, __m256i v) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), v); }

OMNI_AVX2 Round load_round(const char* from) {
    return {{load(from), load(from + kVector), load(from + 2 * kVector), load(from + 3 * kVector)}};
}

OMNI_AVX2 void store_round(char* to, const Round& round) {
    store(to, round.v[0]);
    store(to + kVector, round.v[1]);
    store(to + 2 * kVector, round.v[2]);
    store(to + 3 * kVector, round.v[3]);
}

/// Past the caches: the lines of `to` are not read first. pre: `to` is aligned.
OMNI_AVX2 void stream_round(char* to, const Round& round) {
    __m256i* lines = reinterpret_cast<__m256i*>(to);
    _mm256_stream_si256(lines, round.v[0]);
    _mm256_stream_si256(lines + 1, round.v[1]);
    _mm256_stream_si256(lines + 2, round.v[2]);
    _mm256_stream_si256(lines + 3, round.v[3]);
}

/// pre: bytes > kRound. The rounds in the middle have aligned stores; the first vector and the last round
/// overlap with them and are loaded before any store.
template <bool kStream>
[[gnu::target("avx2"), gnu::always_inline]] inline void copy_rounds(char* to, const char* from,
                                                                    size_t bytes) {
    const __m256i first = load(from);
    const Round last = load_round(from + bytes - kRound);
    const size_t head = kVector - reinterpret_cast<uintptr_t>(to) % kVector;
    char* const end = to + bytes - kRound;
    char* const begin = to;
    for (to += head, from += head; to < end; to += kRound, from += kRound) {
        const Round round = load_round(from);
        if constexpr (kStream) {
            _mm_prefetch(from + kPrefetchAhead, _MM_HINT_T0);
            _mm_prefetch(from + kPrefetchAhead + kCacheLine, _MM_HINT_T0);
            stream_round(to, round);
        } else {
            store_round(to, round);
        }
    }
    if constexpr (kStream) _mm_sfence();  // streamed lines are not ordered before later stores by themselves
    store_round(end, last);
    store(begin, first);
}

/// From here on both sides do not fit into the last cache together: half its size.
size_t streaming_bytes() {
    static const size_t bytes = [] {
        const long cache = sysconf(_SC_LEVEL3_CACHE_SIZE);
        return cache > 0 ? static_cast<size_t>(cache) / 2 : size_t{8} << 20;
    }();
    return bytes;
}

[[gnu::target("avx2"), gnu::noinline]] void stream_by_avx2(char* to, const char* from, size_t bytes) {
    copy_rounds<true>(to, from, bytes);
}

[[gnu::target("avx2")]] void copy_by_avx2(char* to, const char* from, size_t bytes) {
    if (bytes > kRound) {
        if (bytes >= (size_t{1} << 20) && bytes >= streaming_bytes()) return stream_by_avx2(to, from, bytes);
        return copy_rounds<false>(to, from, bytes);
    }
    if (bytes <= kVector) return std::memcpy(to, from, bytes), void();
    // Vectors from both ends, overlapping in the middle.
    const __m256i first = load(from), last = load(from + bytes - kVector);
    if (bytes > 2 * kVector) {
        const __m256i second = load(from + kVector), third = load(from + bytes - 2 * kVector);
        store(to + kVector, second);
        store(to + bytes - 2 * kVector, third);
    }
    store(to, first);
    store(to + bytes - kVector, last);
}

using Copy = void (*)(char*, const char*, size_t);
const Copy best_copy = __builtin_cpu_supports("avx2") ? copy_by_avx2 : copy_by_libc;

#else

constexpr auto best_copy = copy_by_libc;

#endif

}  // namespace

void copy_large(void* dest, const void* source, size_t bytes) {
    if (dest != source) best_copy(static_cast<char*>(dest), static_cast<const char*>(source), bytes);
}

}  // namespace omni
