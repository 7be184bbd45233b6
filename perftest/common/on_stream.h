// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Collectives queued on a stream: each call is timed by events, or all of them are one CUDA graph.
#pragma once

#include <functional>

#include "datatype.h"
#include "field.h"
#include "table.h"

namespace perftest {

/// One call on job.stream. `n`: elements, as the function counts them.
using QueuedCall = std::function<int(void* destination, const void* source, size_t n)>;

/// What a collective moves for a message of `n` elements a PE gives.
struct QueuedCollective {
    std::string job, operation;                      // `operation` of reductions
    size_t source_parts = 1, destination_parts = 1;  // of n elements
    bool divide = false;                             // sizes are of all PEs together
    bool count_all = false;                          // a row's size is of all PEs together
    QueuedCall call;
    std::function<int(int pe, size_t i)> operand;     // element i of a PE's source
    std::function<int(size_t n, size_t i)> expected;  // element i of this PE's destination
};

/// By all PEs: a row a size.
void measure_queued(Job& job, const Datatype& type, const QueuedCollective& collective);

/// By all PEs: microseconds of one queued call without data.
double time_queued(Job& job, const std::function<void()>& call);

}  // namespace perftest
