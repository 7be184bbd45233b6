// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Work of the library in the order of a CUDA stream. It runs on a thread of the device, for the PE of the
// thread that gave it, and may wait for other PEs: other streams go on meanwhile.
#pragma once

#include <utility>

#include "cuda/device.h"

namespace omni::stream {

/// Streams' work then finds its PE. Once a process, before the first enqueue.
void set_up();

namespace detail {
Status enqueue(cudaStream_t stream, void (*work)(void*), void* argument, void (*drop)(void*));
}

/// Runs `work()` in the order of `stream`, again at each replay where the stream is being captured. An error
/// that the work reports in mode return is kept for take_error().
template <class Work>
Status enqueue(cudaStream_t stream, Work work) {
    return detail::enqueue(
        stream, [](void* held) { (*static_cast<Work*>(held))(); }, new Work(std::move(work)),
        [](void* held) { delete static_cast<Work*>(held); });
}

/// The first error of streams' work and kernels of the calling PE that nobody has taken yet: the caller's
/// thread then has it as its own last error. False when there is none.
bool take_error();

}  // namespace omni::stream
