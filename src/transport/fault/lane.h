// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What is on its way to one target: operations that their issuer is through with, in order of issue, and
// which of them may take effect next. What the interface leaves open is open here: operations of one epoch
// (no fence between them) may overtake each other unless they share memory.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "transport/fault/dice.h"
#include "transport/transport.h"

namespace omni::transport::fault {

struct Operation {
    uint64_t offset;
    size_t bytes;
    const void* source = nullptr;  ///< put: where the data lies; `kept` once the issuer has gone on
    std::optional<Amo> amo{};      ///< else it is a put
    uint64_t epoch = 0;            ///< number of fences before it
    int64_t due_ns = 0;            ///< it takes effect at this time or later
    std::vector<char> kept{};

    void keep();
    bool overlaps(uint64_t other, size_t length) const {
        return offset < other + length && other < offset + bytes;
    }
};

class Lane {
  public:
    /// `overtaking`: operations need not keep their order where the interface does not ask for it.
    Lane(Dice& dice, bool overtaking) : dice_(dice), overtaking_(overtaking) {}

    bool empty() const { return operations_.empty(); }
    size_t size() const { return operations_.size(); }
    void add(Operation operation) { operations_.push_back(std::move(operation)); }

    /// The time at which the next one is due; INT64_MAX when there is none.
    int64_t next_due_ns() const;
    /// Takes out one of those that may take effect and are due, if there are any.
    std::optional<Operation> take_due(int64_t now_ns);
    /// The same whether they are due or not.
    std::optional<Operation> take_any() { return take_due(INT64_MAX); }
    /// Takes out one that must take effect before an access of `epoch` to the range may, or before such a
    /// one.
    std::optional<Operation> take_before(uint64_t epoch, uint64_t offset, size_t bytes);

    std::atomic<bool> lost{false};  ///< the target cannot be reached any more
    uint64_t epoch = 0;             ///< that the transport below is in

  private:
    bool may_go(size_t index) const;
    /// One of the first `end` that may go and are due by `now_ns`.
    std::optional<Operation> take(size_t end, int64_t now_ns);

    Dice& dice_;
    bool overtaking_;
    std::deque<Operation> operations_;
};

}  // namespace omni::transport::fault
