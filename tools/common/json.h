// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Writing JSON.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace omni::tools::json {

/// A string value. Bytes that are no UTF-8 become U+FFFD.
std::string text(const std::string& value);

inline const char* boolean(bool value) { return value ? "true" : "false"; }

/// Names and values; the values are JSON.
using Members = std::vector<std::pair<std::string, std::string>>;
std::string object(const Members& members);

/// One element a line.
std::string array(const std::vector<std::string>& elements);

}  // namespace omni::tools::json
