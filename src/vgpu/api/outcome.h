// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Errors inside the library: an Outcome is a code with a text that names the argument, the value and the
// cure.
#pragma once

#include <utility>

#include "vgpu/engine/launch.h"

namespace vgpu::api {

[[gnu::format(printf, 2, 3), gnu::cold]] Outcome fail(cudaError_t code, const char* pattern, ...);

/// A value, or why there is none.
template <class T>
class [[nodiscard]] Expected {
  public:
    Expected(T value) : value_(std::move(value)) {}
    Expected(Outcome failure) : failure_(std::move(failure)) {}

    bool ok() const { return failure_.code == cudaSuccess; }
    Outcome& failure() { return failure_; }
    T& operator*() { return value_; }
    T* operator->() { return &value_; }

  private:
    T value_{};
    Outcome failure_;
};

}  // namespace vgpu::api

/// Hands a failure up.
#define VGPU_TRY(expression)                                                             \
    do {                                                                                 \
        if (auto outcome_ = (expression); outcome_.code != cudaSuccess) return outcome_; \
    } while (false)
