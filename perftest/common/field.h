// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a measurement works on: a symmetric source and a symmetric destination, and one timed run with a check
// of what arrived.
#pragma once

#include <cstring>
#include <functional>
#include <vector>

#include "buffer.h"
#include "job.h"
#include "pattern.h"

namespace perftest {

using Bytes = std::vector<char>;

class Field {
  public:
    /// By all PEs with the same sizes.
    Field(Job& job, size_t source_bytes, size_t destination_bytes)
        : source(job.options, source_bytes), destination(job.options, destination_bytes), job_(job) {}

    /// By all PEs: poisons the destination, lets the PEs that `act` launch, and compares the destination with
    /// `expected`, which is empty where nothing arrives. Microseconds of one iteration, 0 where it does not
    /// act.
    double run(bool act, Clock clock, const std::function<void(size_t iterations)>& launch,
               const Bytes& expected);

    /// The two ends of run(): before the launches, and after them.
    void poison_destination(size_t bytes) { destination.fill(poison, bytes); }
    void verify(const Bytes& expected);

    Buffer source, destination;

  private:
    Job& job_;
};

/// `count` elements, of which `value(i)` gives the i-th; poison lies between them where `stride` > 1.
template <class T, class Value>
Bytes elements(size_t count, Value value, size_t stride = 1) {
    Bytes bytes(count * stride * sizeof(T), static_cast<char>(poison));
    for (size_t i = 0; i < count; ++i) {
        const T one = value(i);
        std::memcpy(&bytes[i * stride * sizeof(T)], &one, sizeof one);
    }
    return bytes;
}

}  // namespace perftest
