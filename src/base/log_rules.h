// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What NVSHMEM_DEBUG, NVSHMEM_DEBUG_SUBSYS and NVSHMEM_DEBUG_FILE ask for.
#pragma once

#include "base/log.h"
#include "base/options.h"

namespace omni::log {

/// An error names the variable, the value and the accepted form.
Result<Rules> rules_of(const Options& options);

/// NVSHMEM_DEBUG is set: the version is told.
bool tells_version(const Options& options);

}  // namespace omni::log
