// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// How operations reach a peer whose memory is not mapped. One object serves all such peers of a PE; which
// peers need it is decided once, at start. All places are heap offsets, all sizes bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.h"

namespace omni::transport {

enum class AmoOp : uint32_t { fetch, set, swap, compare_swap, add, bit_and, bit_or, bit_xor };
enum class AmoType : uint32_t { int32, int64, half, float32, float64 };

/// An atomic read-modify-write of one element at the target. Values travel in the low bytes.
struct Amo {
    AmoOp op;
    AmoType type;
    uint64_t operand;    ///< value to set, swap in, add, combine
    uint64_t condition;  ///< compare_swap
};

/// Who carries out atomics on a target. All access to one target uses one domain, or they are not atomic to
/// each other.
enum class AtomicDomain { cpu, nic };

struct Capabilities {
    const char* name;
    AtomicDomain atomics;
    bool ordered;  ///< operations to one target take effect in issue order, so fence() costs nothing
};

/// Thread-safe. Errors are final for the job: a transport that loses its peer says so and does not retry for
/// ever.
class Transport {
  public:
    virtual ~Transport() = default;
    virtual Capabilities capabilities() const = 0;

    /// Returns when the source may be reused. Complete at the target after quiet().
    virtual Status put(int pe, uint64_t offset, const void* source, size_t bytes) = 0;
    /// Returns when the data has arrived.
    virtual Status get(int pe, uint64_t offset, void* dest, size_t bytes) = 0;
    /// `fetched`: receives the old value when not null; then the call waits for it.
    virtual Status amo(int pe, uint64_t offset, const Amo& amo, uint64_t* fetched) = 0;

    /// Operations to each target issued before take effect before those issued after.
    virtual Status fence() = 0;
    /// All operations issued before by any thread of this PE are complete at their targets.
    virtual Status quiet() = 0;

    /// The peers have learnt of more symmetric memory: [offset, offset + bytes) is backed by `fd` from
    /// `fd_offset` on.
    virtual Status register_segment(uint64_t offset, size_t bytes, int fd, uint64_t fd_offset) = 0;
};

}  // namespace omni::transport
