// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// PE 0 hands a text to the other PEs of this machine through a Unix socket, when all that they have in common
// is a word. The kernel says that both ends belong to one user. The word, which travels only as a hash, keeps
// jobs of one user apart.
#pragma once

#include <string>

#include "base/siphash.h"
#include "os/deadline.h"
#include "os/descriptor.h"

#include "base/status.h"

namespace omni::bootstrap {

class Letterbox {
  public:
    explicit Letterbox(const std::string& word);

    /// By PE 0: returns when all other PEs have the text. An error when a rank comes twice, or not in time.
    Status hand_out(int size, const std::string& text, os::Deadline deadline) const;
    /// By another PE: waits for PE 0.
    Result<std::string> fetch(int rank, size_t bytes, os::Deadline deadline) const;

    const std::string& name() const { return name_; }

  private:
    Result<std::string> try_fetch(int rank, size_t bytes, os::Deadline deadline) const;

    std::string name_;
    Key key_;
};

}  // namespace omni::bootstrap
