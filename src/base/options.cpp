// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Reading values, and the table.
#include "base/options.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace omni {

namespace {

Status malformed(const std::string& name, const std::string& value, const char* form) {
    return error(Code::invalid_value, "%s is \"%s\"; the accepted form is %s", name.c_str(), value.c_str(),
                 form);
}

/// A variable that is set counts as true unless its text begins with 0, N, n, F or f.
Status parse(const std::string&, const std::string& text, bool& out) {
    out = text.empty() || std::strchr("0NnFf", text[0]) == nullptr;
    return {};
}

Status parse(const std::string&, const std::string& text, std::string& out) {
    out = text;
    return {};
}

Status parse(const std::string& name, const std::string& text, long& out) {
    char* end = nullptr;
    errno = 0;
    out = std::strtol(text.c_str(), &end, 0);
    return text.empty() || *end != '\0' || errno != 0 ? malformed(name, text, "a whole number") : Status();
}

Status parse(const std::string& name, const std::string& text, size_t& out) {
    auto size = parse_size(text);
    if (!size.ok())
        return malformed(name, text,
                         "a number of bytes such as 268435456, 256M or 1.5G (k, m, g, t are powers of 1024)");
    out = *size;
    return {};
}

Status parse(const std::string& name, const std::string& text, double& out) {
    char* end = nullptr;
    out = std::strtod(text.c_str(), &end);
    return text.empty() || *end != '\0' || !std::isfinite(out) || out < 0
               ? malformed(name, text, "a number of seconds such as 20 or 0.5")
               : Status();
}

namespace why {
#define REASON(name, text) constexpr const char* name = text;
#define OPTION(...)
#include "env.def"
#undef OPTION
#undef REASON
}  // namespace why

/// The default without the quotes that C++ puts around texts.
std::string shown(const std::string& default_value) {
    return default_value.starts_with('"') ? default_value.substr(1, default_value.size() - 2) : default_value;
}

}  // namespace

Result<size_t> parse_size(const std::string& text) {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    const char unit = static_cast<char>(std::tolower(*end));
    const char* units = "kmgt";
    const char* found = unit ? std::strchr(units, unit) : nullptr;
    const bool good =
        end != text.c_str() && std::isfinite(number) && number >= 0 && (!unit || (found && end[1] == '\0'));
    const double bytes = std::ceil(number * std::pow(1024.0, found ? found - units + 1 : 0));
    if (!good || bytes >= 0x1p63) return error(Code::invalid_value, "\"%s\" is no size", text.c_str());
    return static_cast<size_t>(bytes);
}

const std::vector<OptionFacts>& option_table() {
    static const std::vector<OptionFacts> table = {
#define OPTION(name, type, default_value, category, meaning) \
    {"NVSHMEM_" #name, #type, shown(#default_value), #category, meaning, ""},
#define ACCEPTED(name, type, default_value, category, reason, meaning) \
    {"NVSHMEM_" #name, #type, shown(#default_value), #category, meaning, why::reason},
#define OWN(name, type, default_value, category, meaning) \
    {"OMNISHMEM_" #name, #type, shown(#default_value), #category, meaning, ""},
#include "env.def"
#undef OWN
#undef ACCEPTED
#undef OPTION
    };
    return table;
}

const std::vector<OptionCategory>& option_categories() {
    static const std::vector<OptionCategory> categories = {
#define CATEGORY(name, title) {#name, title},
#define OPTION(...)
#include "env.def"
#undef OPTION
#undef CATEGORY
    };
    return categories;
}

Result<Options> read_options() { return read_options(read_settings()); }

Result<Options> read_options(const Settings& settings) {
    Options options;
#define READ(variable, field)                                                                      \
    if (const auto found = settings.find(variable); found != settings.end())                       \
        if (Status status = parse(found->first, found->second.value, options.field); !status.ok()) \
            return status;
#define OPTION(name, type, default_value, category, meaning) READ("NVSHMEM_" #name, name)
#define OWN(name, type, default_value, category, meaning) READ("OMNISHMEM_" #name, name)
#include "env.def"
#undef OWN
#undef READ
#undef OPTION
    return options;
}

}  // namespace omni
