// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Reading the environment and the configuration files.
#include "base/options.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>
#include <set>

#include "base/log.h"

extern char** environ;

namespace omni {

namespace {

using Settings = std::map<std::string, std::string>;

std::string trim(const std::string& text) {
    const char* blanks = " \t\r\n";
    const size_t first = text.find_first_not_of(blanks);
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// NAME=value lines; '#' begins a comment, also behind a value. Names without the prefix are ignored. A
/// missing file is no error.
void read_file(const std::string& path, Settings& settings) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        line = line.substr(0, line.find('#'));
        const size_t equals = line.find('=');
        if (equals == std::string::npos) continue;
        const std::string name = trim(line.substr(0, equals));
        if (name.rfind("NVSHMEM_", 0) == 0) settings[name] = trim(line.substr(equals + 1));
    }
}

/// The last file that has a name counts.
Settings read_files() {
    Settings settings;
    read_file("/etc/nvshmem.conf", settings);
    if (const char* home = std::getenv("HOME")) read_file(std::string(home) + "/.nvshmem.conf", settings);
    if (const char* named = std::getenv("NVSHMEM_CONF_FILE")) read_file(named, settings);
    return settings;
}

std::optional<std::string> look_up(const Settings& files, const std::string& name) {
    if (const auto found = files.find(name); found != files.end()) return found->second;
    const char* value = std::getenv(name.c_str());
    return value ? std::optional<std::string>(value) : std::nullopt;
}

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

constexpr size_t kLikely = 4;  // letters that a misspelt name may be off

size_t edit_distance(const std::string& a, const std::string& b) {
    std::vector<size_t> row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
        size_t diagonal = std::exchange(row[0], i);
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row[b.size()];
}

bool known(const std::string& name) {
    const auto& table = option_table();
    return std::any_of(table.begin(), table.end(),
                       [&](const OptionFacts& facts) { return name == facts.name; });
}

/// "; did you mean NAME?" where a name is near enough.
std::string suggestion(const std::string& name) {
    const auto& table = option_table();
    const auto nearest =
        std::min_element(table.begin(), table.end(), [&](const OptionFacts& a, const OptionFacts& b) {
            return edit_distance(name, a.name) < edit_distance(name, b.name);
        });
    return edit_distance(name, nearest->name) <= kLikely ? format("; did you mean %s?", nearest->name) : "";
}

/// Variables of builds, installations and test programs, which share the prefix.
bool is_foreign(const std::string& name) {
    static const char* const ends[] = {"_HOME",    "_PREFIX",  "_DIR",    "_PATH",
                                       "_SUPPORT", "_INSTALL", "_VERSION"};
    static const char* const begins[] = {"NVSHMEM_BUILD", "NVSHMEM_USE_", "NVSHMEM_TEST_", "NVSHMEM_PERF",
                                         "NVSHMEM_MACHINE_READABLE"};
    const auto ends_with = [&](const char* end) { return name.ends_with(end); };
    const auto begins_with = [&](const char* begin) { return name.starts_with(begin); };
    return std::any_of(std::begin(ends), std::end(ends), ends_with) ||
           std::any_of(std::begin(begins), std::end(begins), begins_with);
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
    {"NVSHMEM_" #name, #type, #default_value, #category, meaning},
#include "env.def"
#undef OPTION
    };
    return table;
}

Result<Options> read_options() {
    const Settings files = read_files();
    Options options;
#define OPTION(name, type, default_value, category, meaning) \
    if (const auto text = look_up(files, "NVSHMEM_" #name))  \
        if (Status status = parse("NVSHMEM_" #name, *text, options.name); !status.ok()) return status;
#include "env.def"
#undef OPTION
    return options;
}

void warn_about_misspelt() {
    std::set<std::string> names;
    for (char** entry = environ; *entry; ++entry)
        names.insert(std::string(*entry, std::strcspn(*entry, "=")));
    for (const auto& setting : read_files()) names.insert(setting.first);
    for (const std::string& name : names)
        if (name.starts_with("NVSHMEM_") && !known(name) && !is_foreign(name))
            log::warn("%s is set, but there is no such variable%s", name.c_str(), suggestion(name).c_str());
}

}  // namespace omni
