// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The root of a job that starts by unique id: where its PEs come to find each other. Served by a thread of
// the process that made the id, which need not be a PE, until all have been welcomed or refused.
#pragma once

#include <memory>
#include <thread>

#include "bootstrap/reception.h"

namespace omni::bootstrap {

class Root {
  public:
    /// `host`: name of this process's node, for texts.
    static Result<std::unique_ptr<Root>> open(os::Descriptor listener, const Key& secret,
                                              const std::string& host);
    ~Root();
    Root(const Root&) = delete;
    Root& operator=(const Root&) = delete;

    /// Nobody waits for its answer.
    bool is_idle() const { return !reception_.is_needed(); }
    int listener() const { return reception_.listener(); }

  private:
    Root(os::Descriptor listener, os::Descriptor stop, const Key& secret, const std::string& host);

    os::Descriptor stop_;
    Reception reception_;
    std::thread thread_;
};

/// The roots of this process. They end with their meeting, with drop_idle_roots(), or at exit; a forked child
/// has none of them.
void keep_root(std::unique_ptr<Root> root);
void drop_idle_roots();

}  // namespace omni::bootstrap
