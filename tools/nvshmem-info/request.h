// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the command line asks for.
#pragma once

#include <variant>

namespace omni::nvshmem_info {

struct Request {
    bool version = false;
    bool build = false;
    bool variables = false;
    bool hidden = false;  ///< the hidden variables too
    bool restructured = false;
    bool json = false;
};

/// The request, or the exit status when the command line asks for help or is wrong; that text has been
/// written then.
std::variant<Request, int> parse(int count, char** words);

}  // namespace omni::nvshmem_info
