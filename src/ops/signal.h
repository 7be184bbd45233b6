// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Signals, alone and behind a put. Both addresses are checked before anything is done, so that an error
// leaves no half. The signal's store or add releases: who acquires it sees the data.
#pragma once

#include "ops/amo.h"
#include "ops/rma.h"
#include "ops/wait.h"

namespace omni::ops {

/// An update of a signal word.
struct Signal {
    uint64_t* address;
    uint64_t value;
    int op;  ///< NVSHMEM_SIGNAL_SET or NVSHMEM_SIGNAL_ADD
};

namespace detail {

// Unmapped peers, registered buffers, errors.
[[gnu::cold]] void signal_slowly(const Pe* self, const char* call, const Signal& signal, int pe);
[[gnu::cold]] void put_signal_slowly(const Pe* self, const char* call, void* dest, const void* source,
                                     size_t nelems, size_t size, const Signal& signal, int pe);
[[gnu::cold]] bool check_signal_op(const char* call, int op);
[[gnu::cold]] uint64_t fetch_slowly(const Pe* self, const Names& names, const uint64_t* signal);

inline bool is_signal_op(int op) { return op == NVSHMEM_SIGNAL_SET || op == NVSHMEM_SIGNAL_ADD; }

[[gnu::always_inline]] inline void update(uint64_t* word, const Signal& signal) {
    if (signal.op == NVSHMEM_SIGNAL_SET)
        transport::Set::apply(word, signal.value, {});
    else
        transport::Add::apply(word, signal.value, {});
}

/// The word of a valid signal on a mapped peer; null for everything else.
[[gnu::always_inline]] inline uint64_t* mapped_word(const Pe* self, const Signal& signal, int pe) {
    return __builtin_expect(is_signal_op(signal.op), 1) ? mapped_element(self, signal.address, pe) : nullptr;
}

}  // namespace detail

[[gnu::always_inline]] inline void signal_op(const Pe* self, const char* call, const Signal& signal, int pe) {
    if (uint64_t* word = detail::mapped_word(self, signal, pe); __builtin_expect(word != nullptr, 1))
        return detail::update(word, signal);
    detail::signal_slowly(self, call, signal, pe);
}

/// put(), and then the signal. Of no elements only the signal is sent.
template <size_t Size>
[[gnu::always_inline]] inline void put_signal(const Pe* self, const char* call, void* dest,
                                              const void* source, size_t nelems, const Signal& signal,
                                              int pe) {
    size_t bytes;
    const bool countable = !__builtin_mul_overflow(nelems, Size, &bytes);
    char* to = countable && source ? mapped(self, dest, bytes, pe) : nullptr;
    uint64_t* word = detail::mapped_word(self, signal, pe);
    if (__builtin_expect(to != nullptr && word != nullptr, 1)) {
        copy(to, source, bytes);
        return detail::update(word, signal);
    }
    detail::put_signal_slowly(self, call, dest, source, nelems, Size, signal, pe);
}

/// The value of the caller's own signal; 0 after an error in mode return.
[[gnu::always_inline]] inline uint64_t signal_fetch(const Pe* self, const Names& names,
                                                    const uint64_t* signal) {
    if (__builtin_expect(owns(self, signal, 1), 1)) return load(signal);
    return detail::fetch_slowly(self, names, signal);
}

// ---- Counted signals: how many bytes have arrived, modulo 2^64 ----

void reset_counter(const Pe* self, const Names& names, uint64_t* counter);
/// Puts, and adds `bytes` to the counter once they are there. All that is asked of the arguments is checked;
/// nothing is done on an error.
Status put_counted(const Pe* self, const char* call, void* dest, const void* source, size_t bytes,
                   uint64_t* counter, int pe);
void wait_for_count(const Pe* self, const Names& names, const uint64_t* counter, uint64_t expected);

}  // namespace omni::ops
