// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What peers may touch of this PE: the ranges of its span that have memory behind them. Whoever carries out
// the requests of others asks here for each of them, so that no request, however wrong, harms this PE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

#include "base/status.h"

namespace omni::transport {

class LocalMemory {
  public:
    /// Offset o lies at base + o. [0, bytes) is always there, though segments may be laid over parts of it.
    LocalMemory(char* base, size_t bytes) : base_(base), bytes_(bytes) {}

    /// A segment, inside or outside of what is always there.
    Status add(uint64_t offset, size_t bytes);
    /// Takes back a segment as it was added. Waits while somebody uses it.
    Status remove(uint64_t offset, size_t bytes);

    /// A range in use: it stays for the life of this object, so do no more than one copy meanwhile.
    class Use {
      public:
        /// Null when no single range holds all of what was asked for.
        char* address() const { return address_; }

      private:
        friend class LocalMemory;
        explicit Use(char* address) : address_(address) {}
        explicit Use(std::unique_lock<std::mutex> lock) : lock_(std::move(lock)) {}

        std::unique_lock<std::mutex> lock_;  ///< of segments only
        char* address_ = nullptr;
    };
    Use use(uint64_t offset, size_t bytes);

  private:
    bool overlaps(uint64_t offset, size_t bytes) const;

    char* base_;
    size_t bytes_;
    std::mutex mutex_;
    std::map<uint64_t, size_t> segments_;  ///< offset to bytes, disjoint
};

}  // namespace omni::transport
