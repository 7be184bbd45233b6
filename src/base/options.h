// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The environment variables of api/env.def as one structure, and as a table for those who list them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/settings.h"
#include "base/status.h"

namespace omni {

namespace option_type {
using boolean = bool;
using integer = long;
using size = size_t;
using text = std::string;
using seconds = double;
}  // namespace option_type

/// One field a variable, named as the variable without NVSHMEM_ or OMNISHMEM_; env.def documents each.
struct Options {
#define OPTION(name, type, default_value, category, meaning) option_type::type name = default_value;
#define OWN OPTION
#include "env.def"
#undef OWN
#undef OPTION
};

/// A row of env.def as text.
struct OptionFacts {
    const char* name;  ///< the whole one
    const char* type;
    std::string default_value;  ///< as a user would write it
    const char* category;       ///< of option_categories()
    const char* meaning;
    const char* reason;  ///< why it changes nothing, "" for a variable that acts

    bool acts() const { return *reason == '\0'; }
};
const std::vector<OptionFacts>& option_table();

struct OptionCategory {
    std::string name;
    const char* title;
    bool hidden() const { return name == "hidden"; }
};
/// In the order in which they are listed.
const std::vector<OptionCategory>& option_categories();

/// Reads files and environment. An error names the variable, the value and the accepted form.
Result<Options> read_options();
Result<Options> read_options(const Settings& settings);

/// Accepted forms, shared with the tools: number with optional k, m, g, t (powers of 1024), fractions
/// allowed, rounded up.
Result<size_t> parse_size(const std::string& text);

}  // namespace omni
