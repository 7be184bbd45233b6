// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Whether the calling thread is at work in a kernel of the virtual CUDA device, where many CUDA threads share
// one thread of the system: a wait must let the others of its block run.
//
// The virtual device is a library of its own that the process may or may not have. The cuda layer sets these
// hooks once it found it; without it they are null and cost one load.
#pragma once

#include <atomic>
#include <cstddef>

namespace omni::kernel {

struct Hooks {
    int (*inside)();                            ///< 1 in a kernel
    int (*pause)();                             ///< lets others run; 0 outside of kernels
    void (*describe)(char* text, size_t size);  ///< "kernel k, block (1,0,0), thread (33,0,0)", "" outside
};

namespace detail {
extern std::atomic<const Hooks*> hooks;  // static storage, never taken back
}

inline void set_hooks(const Hooks* hooks) { detail::hooks.store(hooks, std::memory_order_release); }

inline bool inside() {
    const Hooks* hooks = detail::hooks.load(std::memory_order_acquire);
    return __builtin_expect(hooks != nullptr, 0) && hooks->inside() != 0;
}

/// In a kernel: true after others of the block, or of the machine, had a turn. Else false at once.
inline bool pause() {
    const Hooks* hooks = detail::hooks.load(std::memory_order_acquire);
    return __builtin_expect(hooks != nullptr, 0) && hooks->pause() != 0;
}

/// Where in a kernel the caller is; "" outside.
inline void describe(char* text, size_t size) {
    text[0] = '\0';
    if (const Hooks* hooks = detail::hooks.load(std::memory_order_acquire)) hooks->describe(text, size);
}

}  // namespace omni::kernel
