// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// On-stream forms: the host call, carried out later in the order of a stream. What is wrong with the
// arguments is said at once, by the caller's thread.
#pragma once

#include <type_traits>

#include "capi/collective.h"
#include "capi/shell.h"
#include "ops/check.h"
#include "stream/work.h"

namespace omni::capi {

/// Calls host_call(arguments...) in the order of `stream`.
template <class Result, class... Parameters>
int later(const char* call, cudaStream_t stream, Result (*host_call)(Parameters...),
          std::type_identity_t<Parameters>... arguments) {
    return finish(call, stream::enqueue(stream, [=] { host_call(arguments...); }));
}

/// The same for a collective, whose own checks come first.
template <class... Parameters>
int collective_later(const char* call, cudaStream_t stream, int (*host_call)(Parameters...),
                     std::type_identity_t<Parameters>... arguments) {
    {
        const CheckOnly only;
        if (const int wrong = host_call(arguments...)) return wrong;
    }
    return later(call, stream, host_call, arguments...);
}

}  // namespace omni::capi
