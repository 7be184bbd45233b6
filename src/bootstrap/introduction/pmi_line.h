// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A line of the PMI-1 wire protocol: "cmd=NAME key=value key=value". What comes over the wire may be
// anything.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/status.h"

namespace omni::bootstrap {

class PmiLine {
  public:
    static constexpr size_t kLongest = 4096;  ///< bytes of a line that is accepted

    /// `text` without its newline. An error when it does not begin with a command or a word has no `=`.
    static Result<PmiLine> parse(std::string_view text);

    const std::string& command() const { return command_; }
    /// The empty text where there is none.
    const std::string& value(const std::string& key) const;
    Result<int> number(const std::string& key) const;

  private:
    std::string command_;
    std::map<std::string, std::string> values_;
};

/// Bytes to text that may be a value, and back; an error when the text is none of these.
std::string to_hex(std::string_view bytes);
Result<std::string> from_hex(std::string_view text);

}  // namespace omni::bootstrap
