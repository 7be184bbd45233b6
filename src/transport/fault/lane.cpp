// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The rules of order.
#include "transport/fault/lane.h"

#include <algorithm>

namespace omni::transport::fault {

void Operation::keep() {
    if (amo) return;
    const char* data = static_cast<const char*>(source);
    kept.assign(data, data + bytes);
    source = kept.data();
}

int64_t Lane::next_due_ns() const {
    int64_t next = INT64_MAX;
    for (const Operation& operation : operations_) next = std::min(next, operation.due_ns);
    return next;
}

bool Lane::may_go(size_t index) const {
    const Operation& operation = operations_[index];
    return std::none_of(operations_.begin(), operations_.begin() + static_cast<ptrdiff_t>(index),
                        [&](const Operation& before) {
                            return !overtaking_ || before.epoch != operation.epoch ||
                                   before.overlaps(operation.offset, operation.bytes);
                        });
}

std::optional<Operation> Lane::take(size_t end, int64_t now_ns) {
    std::vector<size_t> candidates;
    for (size_t i = 0; i < end; ++i)
        if (operations_[i].due_ns <= now_ns && may_go(i)) candidates.push_back(i);
    if (candidates.empty()) return std::nullopt;
    const auto chosen =
        operations_.begin() + static_cast<ptrdiff_t>(candidates[dice_.below(candidates.size())]);
    Operation operation = std::move(*chosen);
    operations_.erase(chosen);
    return operation;
}

std::optional<Operation> Lane::take_due(int64_t now_ns) { return take(operations_.size(), now_ns); }

std::optional<Operation> Lane::take_before(uint64_t epoch, uint64_t offset, size_t bytes) {
    const auto last = std::find_if(operations_.rbegin(), operations_.rend(), [&](const Operation& operation) {
        return operation.epoch < epoch || operation.overlaps(offset, bytes);
    });
    return take(static_cast<size_t>(operations_.rend() - last), INT64_MAX);
}

}  // namespace omni::transport::fault
