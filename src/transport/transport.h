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

constexpr size_t element_bytes(AmoType type) {
    if (type == AmoType::half) return 2;
    return type == AmoType::int32 || type == AmoType::float32 ? 4 : 8;
}

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

    /// Returns when the source may be reused. Complete at the target after quiet(). An aligned element of 1,
    /// 2, 4 or 8 bytes is stored whole and with release order, since a thread of the target may wait on it.
    /// Zero bytes do nothing, here and in get().
    virtual Status put(int pe, uint64_t offset, const void* source, size_t bytes) = 0;
    /// Returns when the data has arrived.
    virtual Status get(int pe, uint64_t offset, void* dest, size_t bytes) = 0;
    /// `fetched`: receives the old value when not null; then the call waits for it.
    virtual Status amo(int pe, uint64_t offset, const Amo& amo, uint64_t* fetched) = 0;

    /// Operations to each target issued before take effect before those issued after.
    virtual Status fence() = 0;
    /// All operations issued before by any thread of this PE are complete at their targets.
    virtual Status quiet() = 0;

    /// More symmetric memory: from now on peers may name [offset, offset + bytes) of this PE, and this PE the
    /// same range of its peers. Here it is mapped at its place in this PE's span; `fd` backs it from
    /// `fd_offset` on. Every PE says so, and none names the range before all have.
    virtual Status register_segment(uint64_t offset, size_t bytes, int fd, uint64_t fd_offset) = 0;
    /// Takes back a range as it was registered, at a time when no PE names it any more. When it returns,
    /// nothing of the range is in use on behalf of a peer.
    virtual Status release_segment(uint64_t offset, size_t bytes) = 0;
};

}  // namespace omni::transport
