// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Parsing what a launcher says.
#include "bootstrap/introduction/pmi_line.h"

#include <charconv>

namespace omni::bootstrap {

namespace {

/// For texts: what cannot be printed is replaced, what is long is cut.
std::string printable(std::string_view text) {
    std::string shown(text.substr(0, 60));
    for (char& c : shown)
        if (c < ' ' || c > '~') c = '?';
    return shown;
}

std::string_view next_word(std::string_view& text) {
    const size_t begin = std::min(text.find_first_not_of(' '), text.size());
    const size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    text.remove_prefix(end);
    return word;
}

int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

}  // namespace

Result<PmiLine> PmiLine::parse(std::string_view text) {
    PmiLine line;
    const std::string_view whole = text;
    for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) {
        const size_t equals = word.find('=');
        if (equals == std::string_view::npos || equals == 0)
            return error(Code::internal, "the launcher sent \"%s\", which is no line of PMI-1",
                         printable(whole).c_str());
        line.values_.insert_or_assign(std::string(word.substr(0, equals)),
                                      std::string(word.substr(equals + 1)));
    }
    line.command_ = line.value("cmd");
    if (line.command_.empty())
        return error(Code::internal, "the launcher sent \"%s\", which has no command",
                     printable(whole).c_str());
    return line;
}

const std::string& PmiLine::value(const std::string& key) const {
    static const std::string none;
    const auto found = values_.find(key);
    return found == values_.end() ? none : found->second;
}

Result<int> PmiLine::number(const std::string& key) const {
    const std::string& text = value(key);
    int number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure == std::errc() && end == text.data() + text.size() && !text.empty()) return number;
    return error(Code::internal, "the launcher sent cmd=%s with %s=%s, which is no number",
                 printable(command_).c_str(), key.c_str(), printable(text).c_str());
}

std::string to_hex(std::string_view bytes) {
    std::string text;
    for (unsigned char byte : bytes) text += {"0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]};
    return text;
}

Result<std::string> from_hex(std::string_view text) {
    std::string bytes;
    for (size_t i = 0; i + 1 < text.size(); i += 2) {
        const int high = digit(text[i]), low = digit(text[i + 1]);
        if (high < 0 || low < 0) break;
        bytes += static_cast<char>(high << 4 | low);
    }
    if (2 * bytes.size() == text.size()) return bytes;
    return error(Code::internal, "\"%s\" is not what PE 0 put", printable(text).c_str());
}

}  // namespace omni::bootstrap
