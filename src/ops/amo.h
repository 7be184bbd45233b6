// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Atomic memory operations: one template over the operation (transport/amo.h) and the element type. On a
// mapped peer it is the processor's own instruction, or a compare-and-swap loop for floating adds.
#pragma once

#include "ops/element.h"
#include "transport/amo.h"

namespace omni::ops {

namespace detail {

// Unmapped peers, registered buffers, errors. The element before, 0 when not `fetch` and after an error.
[[gnu::cold]] uint64_t amo_slowly(const Pe* self, const char* call, const void* dest, size_t size,
                                  const transport::Amo& amo, int pe, bool fetch);

}  // namespace detail

/// Carries out `Op` on the element at `dest` of `pe`. `Result` is T for the element before (0 after an error
/// in mode return), or void: then nobody waits for an answer.
template <class Op, class Result, class T>
[[gnu::always_inline]] inline Result amo(const Pe* self, const char* call, const T* dest, int pe,
                                         std::type_identity_t<T> operand = T{},
                                         std::type_identity_t<T> condition = T{}) {
    if (T* place = mapped_element(self, dest, pe); __builtin_expect(place != nullptr, 1))
        return static_cast<Result>(Op::apply(place, operand, condition));
    const transport::Amo amo{Op::op, transport::amo_type<T>(), transport::encode(operand),
                             transport::encode(condition)};
    return static_cast<Result>(transport::decode<T>(
        detail::amo_slowly(self, call, dest, sizeof(T), amo, pe, !std::is_void_v<Result>)));
}

}  // namespace omni::ops
