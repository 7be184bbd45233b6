// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Words.
#include "base/text.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace omni {

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

std::string trim(const std::string& text) {
    const char* blanks = " \t\r\n";
    const size_t first = text.find_first_not_of(blanks);
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::istringstream rest(text);
    for (std::string part; std::getline(rest, part, separator);) parts.push_back(trim(part));
    return parts;
}

std::string wrap(const std::string& text, size_t indent, size_t width) {
    std::string lines, line(indent, ' ');
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const bool is_first = line.size() == indent;
        if (!is_first && line.size() + 1 + word.size() > width) {
            lines += line + "\n";
            line.assign(indent, ' ');
        } else if (!is_first) {
            line += ' ';
        }
        line += word;
    }
    return line.size() == indent ? lines : lines + line + "\n";
}

}  // namespace omni
