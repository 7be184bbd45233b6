// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Variables that others set.
#pragma once

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>

namespace omni::os {

/// The value of a variable, "" when it is not set.
inline std::string text_in(const char* variable) {
    const char* text = std::getenv(variable);
    return text ? text : "";
}

/// A whole number of zero or more, and nothing else.
inline std::optional<int> number_in(const char* variable) {
    const std::string text = text_in(variable);
    const char* end = text.data() + text.size();
    int number = -1;
    const auto [behind, failure] = std::from_chars(text.data(), end, number);
    return failure == std::errc() && behind == end && number >= 0 ? std::optional(number) : std::nullopt;
}

}  // namespace omni::os
