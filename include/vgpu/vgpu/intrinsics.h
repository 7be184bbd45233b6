// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Small functions of kernels that a processor has too: bits, loads with a hint, clocks, time, faults, minimum
// and maximum.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <type_traits>

#include "vgpu/bits.h"
#include "vgpu/sync.h"

#if defined(__x86_64__)
    #include <x86intrin.h>
#endif

extern "C" {
/// Ends the kernel; seen as an error at the next synchronisation.
[[noreturn]] void __trap(void);
/// What assert() is in kernels.
[[noreturn]] void vgpuAssertFail(const char* condition, const char* file, unsigned line,
                                 const char* function);
void __nanosleep(unsigned nanoseconds);
long long vgpuNanoseconds(void);
unsigned vgpuMultiprocessor(void);
}

// --- clocks

inline long long clock64() {
#if defined(__x86_64__)
    return static_cast<long long>(__rdtsc());
#elif defined(__aarch64__)
    long long ticks;
    asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
    return vgpuNanoseconds();
#endif
}
inline unsigned long long __globaltimer() { return static_cast<unsigned long long>(vgpuNanoseconds()); }

// --- loads and stores with a hint

template <class T>
T __ldg(const T* address) {
    return *address;
}
template <class T>
T __ldcg(const T* address) {
    return *address;
}
template <class T>
T __ldca(const T* address) {
    return *address;
}
template <class T>
T __ldcs(const T* address) {
    return *address;
}
template <class T>
T __ldlu(const T* address) {
    return *address;
}
/// Not taken from what was read before.
template <class T>
T __ldcv(const T* address) {
    asm volatile("" ::: "memory");
    return *address;
}
template <class T>
void __stwb(T* address, T value) {
    *address = value;
}
template <class T>
void __stcg(T* address, T value) {
    *address = value;
}
template <class T>
void __stcs(T* address, T value) {
    *address = value;
}
template <class T>
void __stwt(T* address, T value) {
    *address = value;
    asm volatile("" ::: "memory");
}

// --- bits

inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned __brev(unsigned x) {
    x = __builtin_bswap32(x);
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    return (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
}
inline unsigned long long __brevll(unsigned long long x) {
    return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 |
           __brev(static_cast<unsigned>(x >> 32));
}
/// Byte i of the result is the byte of {y, x} that the i-th digit of `selector` names.
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
    const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
    unsigned result = 0;
    for (unsigned i = 0; i < 4; ++i) {
        const unsigned digit = selector >> 4 * i & 15,
                       byte = static_cast<unsigned>(bytes >> 8 * (digit & 7) & 0xff);
        result |= (digit & 8 ? (byte & 0x80 ? 0xffu : 0u) : byte) << 8 * i;
    }
    return result;
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by) {
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) << (by & 31) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by) {
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (by & 31));
}
inline int __mulhi(int a, int b) { return static_cast<int>(static_cast<long long>(a) * b >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) {
    return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<unsigned long long>(static_cast<Wide>(a) * b >> 64);
}
inline int __mul24(int a, int b) { return a * b; }
inline unsigned __umul24(unsigned a, unsigned b) { return a * b; }
inline unsigned __sad(int a, int b, unsigned sum) { return static_cast<unsigned>(std::abs(a - b)) + sum; }

// --- the bits of a number as another type

inline int __float_as_int(float x) { return vgpu::bit_cast<int>(x); }
inline unsigned __float_as_uint(float x) { return vgpu::bit_cast<unsigned>(x); }
inline float __int_as_float(int x) { return vgpu::bit_cast<float>(x); }
inline float __uint_as_float(unsigned x) { return vgpu::bit_cast<float>(x); }
inline long long __double_as_longlong(double x) { return vgpu::bit_cast<long long>(x); }
inline double __longlong_as_double(long long x) { return vgpu::bit_cast<double>(x); }
inline int __double2int_rn(double x) { return static_cast<int>(std::nearbyint(x)); }
inline int __double2int_rz(double x) { return static_cast<int>(x); }
inline int __float2int_rn(float x) { return static_cast<int>(std::nearbyintf(x)); }
inline int __float2int_rz(float x) { return static_cast<int>(x); }
inline float __int2float_rn(int x) { return static_cast<float>(x); }

// --- fast arithmetic: here as exact as the plain one

inline float __fdividef(float a, float b) { return a / b; }
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fmaf_rn(float a, float b, float c) { return std::fmaf(a, b, c); }
inline float __frcp_rn(float x) { return 1 / x; }
inline float __fsqrt_rn(float x) { return std::sqrt(x); }
inline float __expf(float x) { return std::exp(x); }
inline float __exp10f(float x) { return std::pow(10.0f, x); }
inline float __logf(float x) { return std::log(x); }
inline float __log2f(float x) { return std::log2(x); }
inline float __log10f(float x) { return std::log10(x); }
inline float __powf(float x, float y) { return std::pow(x, y); }
inline float __sinf(float x) { return std::sin(x); }
inline float __cosf(float x) { return std::cos(x); }
inline float __tanf(float x) { return std::tan(x); }
inline float __saturatef(float x) { return !(x > 0) ? 0 : x > 1 ? 1 : x; }
inline float rsqrtf(float x) { return 1 / std::sqrt(x); }
inline double rsqrt(double x) { return 1 / std::sqrt(x); }

// --- minimum and maximum, of mixed types too

template <class A, class B, class = std::enable_if_t<std::is_arithmetic_v<A> && std::is_arithmetic_v<B>>>
constexpr std::common_type_t<A, B> min(A a, B b) {
    using C = std::common_type_t<A, B>;
    return static_cast<C>(b) < static_cast<C>(a) ? static_cast<C>(b) : static_cast<C>(a);
}
template <class A, class B, class = std::enable_if_t<std::is_arithmetic_v<A> && std::is_arithmetic_v<B>>>
constexpr std::common_type_t<A, B> max(A a, B b) {
    using C = std::common_type_t<A, B>;
    return static_cast<C>(a) < static_cast<C>(b) ? static_cast<C>(b) : static_cast<C>(a);
}
