// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Small steps that the public functions share.
#pragma once

#include "vgpu/api/context.h"
#include "vgpu/api/outcome.h"

namespace vgpu::api {

/// Stores a result; an error where the caller left no place for it.
template <class T>
Outcome give(const char* name, T* place, const std::type_identity_t<T>& value) {
    if (!place) return fail(cudaErrorInvalidValue, "%s is null", name);
    *place = value;
    return {};
}

/// The same for what may have failed.
template <class T, class V>
Outcome give(const char* name, T* place, Expected<V> value) {
    return value.ok() ? give(name, place, static_cast<T>(*value)) : value.failure();
}

inline Outcome only_flags(unsigned flags, unsigned allowed) {
    if ((flags & ~allowed) == 0) return {};
    return fail(cudaErrorInvalidValue, "flags is %#x; of its bits only %#x have a meaning here", flags,
                allowed);
}

/// f(*value), or why there is no value.
template <class T, class F>
Outcome with(Expected<T> value, F f) {
    return value.ok() ? f(*value) : value.failure();
}

}  // namespace vgpu::api
