// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Names that nobody reads, and booleans that mean the opposite of what they say.
#include "base/misspelt.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/options.h"

namespace omni {

namespace {

constexpr size_t kPrefix = sizeof "NVSHMEM_" - 1;

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

const OptionFacts* find(const std::string& name) {
    const auto& table = option_table();
    const auto found = std::find_if(table.begin(), table.end(),
                                    [&](const OptionFacts& facts) { return name == facts.name; });
    return found == table.end() ? nullptr : &*found;
}

/// "; did you mean NAME?" where a name is near enough: a third of the letters may be off.
std::string suggestion(const std::string& name) {
    const auto& table = option_table();
    const auto nearest =
        std::min_element(table.begin(), table.end(), [&](const OptionFacts& a, const OptionFacts& b) {
            return edit_distance(name, a.name) < edit_distance(name, b.name);
        });
    const size_t likely = (name.size() - kPrefix) / 3 + 1;
    return edit_distance(name, nearest->name) <= likely ? format("; did you mean %s?", nearest->name) : "";
}

/// Variables that share the prefix and speak to others: where an installation is (what an environment module
/// or a build system sets), how the library is built (each build option may be a variable, too), and what
/// test programs read. So do all of the other prefix: this project's test programs are started by them.
bool is_foreign(const std::string& name) {
    static const char* const places[] = {"_HOME", "_PREFIX", "_ROOT",    "_DIR",     "_PATH",
                                         "_LIB",  "_LIBS",   "_LIBRARY", "_INCLUDE", "_INSTALL"};
    static const char* const builds[] = {"NVSHMEM_BUILD",    "NVSHMEM_USE_",  "NVSHMEM_DEFAULT_",
                                         "NVSHMEM_INSTALL_", "NVSHMEM_TEST_", "NVSHMEM_PERF"};
    static const char* const build_switches[] = {"NVSHMEM_DEVEL",
                                                 "NVSHMEM_VERBOSE",
                                                 "NVSHMEM_TRACE",
                                                 "NVSHMEM_ENV_ALL",
                                                 "NVSHMEM_COMPLEX_SUPPORT",
                                                 "NVSHMEM_ENABLE_ALL_DEVICE_INLINING",
                                                 "NVSHMEM_GPU_COLL_USE_LDST",
                                                 "NVSHMEM_TIMEOUT_DEVICE_POLLING",
                                                 "NVSHMEM_PRIORITIZE_LOGICAL_ENDPOINT"};
    const auto any = [](const auto& list, auto test) {
        return std::any_of(std::begin(list), std::end(list), test);
    };
    return !name.starts_with("NVSHMEM_") ||
           any(places, [&](const char* end) { return name.ends_with(end); }) || name.ends_with("_SUPPORT") ||
           any(builds, [&](const char* begin) { return name.starts_with(begin); }) ||
           any(build_switches, [&](const char* whole) { return name == whole; });
}

/// A boolean is false when its text begins with 0, n or f; these are usual ways to say yes.
bool says_yes(const std::string& text) {
    return text.empty() || std::strchr("123456789YyTt", text[0]) != nullptr || text == "on" || text == "ON" ||
           text == "On";
}
bool says_no(const std::string& text) { return !text.empty() && std::strchr("0NnFf", text[0]) != nullptr; }

std::string doubt(const std::string& name, const Setting& setting) {
    const OptionFacts* facts = find(name);
    if (!facts && !is_foreign(name))
        return name + " is set, but there is no such variable" + suggestion(name);
    if (facts && facts->type == std::string("boolean") && !says_yes(setting.value) && !says_no(setting.value))
        return format(
            "%s is \"%s\", which counts as true; the accepted form is 1, yes or true, and 0, no or false",
            name.c_str(), setting.value.c_str());
    return "";
}

}  // namespace

std::vector<std::string> doubtful_settings(const Settings& settings) {
    std::vector<std::string> doubts;
    for (const auto& [name, setting] : settings)
        if (std::string text = doubt(name, setting); !text.empty()) doubts.push_back(std::move(text));
    return doubts;
}

}  // namespace omni
