// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// All variables as a text for people: what NVSHMEM_INFO and nvshmem-info -e print.
#pragma once

#include <string>

#include "base/settings.h"

namespace omni {

struct ListingStyle {
    bool hidden = false;  ///< the hidden variables too
    size_t width = 100;   ///< of the text, in characters
    const char* bold = "";
    const char* dim = "";
    const char* plain = "";  ///< ends bold and dim
};

/// By category: name, type, default, the value where it is set, the meaning, and why it changes nothing where
/// that is so.
std::string list_options(const Settings& settings, const ListingStyle& style);

}  // namespace omni
