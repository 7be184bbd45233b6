// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Small helpers for words.
#pragma once

#include <string>
#include <vector>

namespace omni {

std::string lower(std::string text);

/// Without blanks, tabs and line ends on both sides.
std::string trim(const std::string& text);

/// The parts between the separators, each trimmed; none for an empty text.
std::vector<std::string> split(const std::string& text, char separator);

/// Lines of at most `width` characters, broken at blanks, each behind `indent` blanks and with a line end.
std::string wrap(const std::string& text, size_t indent, size_t width);

}  // namespace omni
