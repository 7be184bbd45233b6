// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Where the PE at work is kept.
#include "ops/pe.h"

namespace omni::ops {

namespace detail {
__thread Pe* pe_of_thread __attribute__((tls_model("initial-exec"))) = nullptr;
constinit std::atomic<Pe*> pe_of_process{nullptr};
}  // namespace detail

namespace {

constinit std::atomic<Numbers> numbers_of_process{Numbers{}};
static_assert(std::atomic<Numbers>::is_always_lock_free);

}  // namespace

Numbers numbers() {
    if (const Pe* pe = detail::pe_of_thread) return {pe->me, pe->n};
    return numbers_of_process.load(std::memory_order_relaxed);
}

void set_pe_of_thread(Pe* pe) { detail::pe_of_thread = pe; }
void set_pe_of_process(Pe* pe) {
    numbers_of_process.store(pe ? Numbers{pe->me, pe->n} : Numbers{}, std::memory_order_relaxed);
    detail::pe_of_process.store(pe, std::memory_order_release);
}

}  // namespace omni::ops
