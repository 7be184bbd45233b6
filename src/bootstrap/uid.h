// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Starting by unique id: one process makes an id and hands it round, all PEs meet at the root that it names.
#pragma once

#include <memory>
#include <string>

#include "bootstrap/bootstrap.h"
#include "os/network.h"

namespace omni::bootstrap {

struct UniqueIdRules {
    double limit_s = 120;  ///< how long PEs wait for each other
    std::string node;      ///< NVSHMEM_NODE
    std::string session;   ///< NVSHMEM_BOOTSTRAP_UID_SESSION_ID
    os::NetworkRules network;
};

/// The 128 bytes of a new id. A root that listens in this process comes with it, unless a session names the
/// place.
Result<std::string> make_unique_id(const UniqueIdRules& rules);

/// Called by all `size` PEs with the same id and different ranks.
Result<std::unique_ptr<Bootstrap>> start_by_unique_id(const std::string& id, int rank, int size,
                                                      const UniqueIdRules& rules);

}  // namespace omni::bootstrap
