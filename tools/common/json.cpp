// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Quoting and joining.
#include "json.h"

#include <cstdint>

#include "base/status.h"

namespace omni::tools::json {

namespace {

/// Bytes of the UTF-8 character at `place`; 0 where there is none.
size_t length_of_character(const std::string& value, size_t place) {
    const auto byte = [&](size_t at) { return at < value.size() ? static_cast<uint8_t>(value[at]) : 0; };
    const uint8_t first = byte(place);
    const size_t length = first < 0x80                     ? 1
                          : first >= 0xc2 && first < 0xe0  ? 2
                          : first >= 0xe0 && first < 0xf0  ? 3
                          : first >= 0xf0 && first <= 0xf4 ? 4
                                                           : 0;
    for (size_t i = 1; i < length; ++i)
        if ((byte(place + i) & 0xc0) != 0x80) return 0;
    return length;
}

std::string escaped(char character) {
    switch (character) {
        case '"':
            return "\\\"";
        case '\\':
            return "\\\\";
        case '\n':
            return "\\n";
        case '\t':
            return "\\t";
    }
    return static_cast<uint8_t>(character) < 0x20 ? format("\\u%04x", character) : std::string(1, character);
}

std::string joined(const std::vector<std::string>& parts, const char* separator) {
    std::string all;
    for (const std::string& part : parts) all += (all.empty() ? "" : separator) + part;
    return all;
}

}  // namespace

std::string text(const std::string& value) {
    std::string quoted = "\"";
    for (size_t place = 0; place < value.size();) {
        const size_t length = length_of_character(value, place);
        quoted += length == 0 ? "\\ufffd" : length == 1 ? escaped(value[place]) : value.substr(place, length);
        place += length == 0 ? 1 : length;
    }
    return quoted + "\"";
}

std::string object(const Members& members) {
    std::vector<std::string> parts;
    for (const auto& [name, value] : members) parts.push_back(text(name) + ": " + value);
    return "{" + joined(parts, ", ") + "}";
}

std::string array(const std::vector<std::string>& elements) {
    return elements.empty() ? "[]" : "[\n  " + joined(elements, ",\n  ") + "\n]";
}

}  // namespace omni::tools::json
