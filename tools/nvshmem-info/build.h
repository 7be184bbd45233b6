// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Versions, and how this build was made.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace omni::nvshmem_info {

/// The line of -n.
std::string version();

/// Labels and values.
using Facts = std::vector<std::pair<std::string, std::string>>;
Facts build_facts();

}  // namespace omni::nvshmem_info
