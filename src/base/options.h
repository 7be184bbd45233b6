// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The environment variables of api/env.def as one structure. Read once a process, at the first init, from the
// environment and the configuration files (a file wins over the environment).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/status.h"

namespace omni {

namespace option_type {
using boolean = bool;
using integer = long;
using size = size_t;
using text = std::string;
using seconds = double;
}  // namespace option_type

/// One field a variable, named as the variable without NVSHMEM_; env.def documents each.
struct Options {
#define OPTION(name, type, default_value, category, meaning) option_type::type name = default_value;
#include "env.def"
#undef OPTION
};

/// A row of env.def as text, for the tools that list it.
struct OptionFacts {
    const char* name;  ///< with NVSHMEM_
    const char* type;
    const char* default_value;
    const char* category;
    const char* meaning;
};
const std::vector<OptionFacts>& option_table();

/// Reads files and environment. An error names the variable, the value and the accepted form.
Result<Options> read_options();

/// One warning for each NVSHMEM_ variable that is set and unknown, with the nearest known name.
void warn_about_misspelt();

/// Accepted forms, shared with the tools: number with optional k, m, g, t (powers of 1024), fractions
/// allowed, rounded up.
Result<size_t> parse_size(const std::string& text);

}  // namespace omni
