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
    /// [0, bytes) is there from the start. Offset o lies at base + o.
    LocalMemory(char* base, size_t bytes) : base_(base), ranges_{{0, bytes}} {}

    Status add(uint64_t offset, size_t bytes);
    /// Takes back a range as it was added. Waits while somebody uses it.
    Status remove(uint64_t offset, size_t bytes);

    /// A range in use: it stays for the life of this object, so do no more than one copy meanwhile.
    class Use {
      public:
        /// Null when no single range holds all of what was asked for.
        char* address() const { return address_; }

      private:
        friend class LocalMemory;
        Use(std::mutex& mutex) : lock_(mutex) {}

        std::unique_lock<std::mutex> lock_;
        char* address_ = nullptr;
    };
    Use use(uint64_t offset, size_t bytes);

  private:
    char* base_;
    std::mutex mutex_;                   ///< uncontended but for registrations: 20 ns a request
    std::map<uint64_t, size_t> ranges_;  ///< offset to bytes, disjoint
};

}  // namespace omni::transport
