// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Who has come to a job's root, and whether they fit together. No sockets here: the root feeds it.
#pragma once

#include <map>

#include "bootstrap/bootstrap.h"
#include "bootstrap/message.h"

namespace omni::bootstrap {

class Meeting {
  public:
    /// Notes that a PE has come. An error when it contradicts those who came before (or itself), which ends
    /// the meeting: the text names both. A PE that comes again replaces its earlier self.
    Status enter(const Entry& entry);

    bool empty() const { return entries_.empty(); }
    bool complete() const { return !entries_.empty() && entries_.size() == static_cast<size_t>(size()); }
    int size() const { return entries_.empty() ? 0 : entries_.begin()->second.size; }
    const Entry& entry_of(int rank) const { return entries_.at(rank); }

    /// "PEs 2 and 5 of 8 have not come"
    std::string missing() const;

    /// Of a complete meeting: an error when the PEs cannot share memory.
    Status check_machines() const;

  private:
    std::map<int, Entry> entries_;  // by rank
};

/// "process 12 on node a"
std::string place_of(const Entry& entry);

}  // namespace omni::bootstrap
