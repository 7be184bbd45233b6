// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// From a request to a running PE: read the options, choose the bootstrap, build the PE up.
#pragma once

#include <string>

#include "runtime/lifecycle.h"

namespace omni::runtime {

/// Options are read anew, so that a start after a failed one or after a finalize sees what the program has
/// set since.
Result<std::unique_ptr<Runtime>> start(const InitRequest& request);

/// The bytes of a new unique id, by the rules of the environment.
Result<std::string> make_unique_id();

}  // namespace omni::runtime
