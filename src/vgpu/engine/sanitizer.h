// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the sanitizers must be told. Address sanitizer: on which stack the thread goes on. Thread sanitizer:
// which CUDA thread runs, each of which has an identity of its own, and what comes before what. The engine
// itself is compiled without thread sanitizer; identities change only outside instrumented functions, and
// without an order between the two.
#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
    #define VGPU_ASAN 1
#elif defined(__has_feature)
    #if __has_feature(address_sanitizer)
        #define VGPU_ASAN 1
    #endif
#endif

#if defined(VGPU_ASAN)
    #include <pthread.h>
    #include <sanitizer/asan_interface.h>
    #include <sanitizer/common_interface_defs.h>
#endif
#if defined(VGPU_TSAN)
    #include <sanitizer/tsan_interface.h>
#endif

namespace vgpu {

#if defined(VGPU_TSAN)
inline constexpr bool kThreadIdentities = true;
#else
inline constexpr bool kThreadIdentities = false;
#endif

#if defined(VGPU_ASAN) || defined(VGPU_TSAN)
inline constexpr size_t kStackFactor = 4;  ///< frames of instrumented code are larger
#else
inline constexpr size_t kStackFactor = 1;
#endif

/// A stack as address sanitizer knows it.
struct StackBounds {
    const void* bottom = nullptr;
    size_t bytes = 0;
};

/// Before the switch to `to`; `kept` is for the return to the present stack, null when nothing returns to it.
inline void before_switch([[maybe_unused]] void** kept, [[maybe_unused]] const StackBounds& to) {
#if defined(VGPU_ASAN)
    __sanitizer_start_switch_fiber(kept, to.bottom, to.bytes);
#endif
}
/// First on the stack that was switched to; null where it begins.
inline void after_switch([[maybe_unused]] void* kept) {
#if defined(VGPU_ASAN)
    __sanitizer_finish_switch_fiber(kept, nullptr, nullptr);
#endif
}
/// A stack that begins anew: nothing on it is out of bounds.
inline void forget_stack([[maybe_unused]] const void* stack, [[maybe_unused]] size_t bytes) {
#if defined(VGPU_ASAN)
    ASAN_UNPOISON_MEMORY_REGION(stack, bytes);
#endif
}

/// Of the calling thread of the machine.
inline StackBounds own_stack() {
    StackBounds bounds;
#if defined(VGPU_ASAN)
    pthread_attr_t attributes;
    void* bottom;
    ::pthread_getattr_np(::pthread_self(), &attributes);
    ::pthread_attr_getstack(&attributes, &bottom, &bounds.bytes);
    ::pthread_attr_destroy(&attributes);
    bounds.bottom = bottom;
#endif
    return bounds;
}

#if defined(VGPU_TSAN)
using Identity = void*;
#else
struct Identity {};
#endif

inline Identity current_identity() {
#if defined(VGPU_TSAN)
    return __tsan_get_current_fiber();
#else
    return {};
#endif
}
inline Identity make_identity() {
#if defined(VGPU_TSAN)
    return __tsan_create_fiber(0);
#else
    return {};
#endif
}
inline void destroy_identity([[maybe_unused]] Identity identity) {
#if defined(VGPU_TSAN)
    __tsan_destroy_fiber(identity);
#endif
}
inline void become([[maybe_unused]] Identity identity) {
#if defined(VGPU_TSAN)
    __tsan_switch_to_fiber(identity, __tsan_switch_to_fiber_no_sync);
#endif
}

/// What was done before happens_before(x) on one thread comes before what follows happens_after(x) on another
/// one.
inline void happens_before([[maybe_unused]] const void* object) {
#if defined(VGPU_TSAN)
    __tsan_release(const_cast<void*>(object));
#endif
}
inline void happens_after([[maybe_unused]] const void* object) {
#if defined(VGPU_TSAN)
    __tsan_acquire(const_cast<void*>(object));
#endif
}

}  // namespace vgpu
