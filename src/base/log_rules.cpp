// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Levels, lists of sources, names of files.
#include "base/log_rules.h"

#include <unistd.h>

#include <algorithm>
#include <iterator>

#include "base/text.h"

namespace omni::log {

namespace {

/// In the order of Source.
constexpr const char* kSources[] = {"init", "coll",      "p2p",  "proxy", "transport",
                                    "mem",  "bootstrap", "topo", "util"};
constexpr uint32_t kAll = (uint32_t{1} << std::size(kSources)) - 1;

/// Any text that is no level counts as INFO. ABORT is as INFO: an error ends the job by itself.
Level level_of(const std::string& text) {
    const std::string level = lower(text);
    if (level.empty() || level == "version" || level == "warn") return Level::warn;
    return level == "trace" ? Level::trace : Level::info;
}

/// The bits of a name, 0 for none.
uint32_t bits_of(const std::string& name) {
    if (lower(name) == "all") return kAll;
    const auto found = std::find(std::begin(kSources), std::end(kSources), lower(name));
    return found == std::end(kSources) ? 0 : uint32_t{1} << (found - std::begin(kSources));
}

/// "A,B": these; "^A,^B": all but these; the list is worked off from the left.
Result<uint32_t> sources_of(const std::string& list) {
    uint32_t sources = list.empty() || list[0] == '^' ? kAll : 0;
    for (const std::string& item : split(list, ',')) {
        const bool out = item.starts_with("^");
        const uint32_t bits = bits_of(out ? item.substr(1) : item);
        if (bits == 0)
            return error(
                Code::invalid_value,
                "NVSHMEM_DEBUG_SUBSYS is \"%s\"; the accepted form is a comma list of INIT, COLL, P2P, "
                "PROXY, "
                "TRANSPORT, MEM, BOOTSTRAP, TOPO, UTIL and ALL, with ^ in front of those to leave out",
                list.c_str());
        sources = out ? sources & ~bits : sources | bits;
    }
    return sources;
}

std::string host_name() {
    char name[256] = "";
    ::gethostname(name, sizeof name - 1);
    return name;
}

/// %h is the host's name, %p the number of the process.
std::string file_of(const std::string& pattern) {
    std::string file;
    for (size_t i = 0; i < pattern.size(); ++i) {
        const std::string two = pattern.substr(i, 2);
        if (two != "%h" && two != "%p") {
            file += pattern[i];
            continue;
        }
        file += two == "%h" ? host_name() : std::to_string(::getpid());
        ++i;
    }
    return file;
}

}  // namespace

bool tells_version(const Options& options) { return !options.DEBUG.empty(); }

Result<Rules> rules_of(const Options& options) {
    auto sources = sources_of(options.DEBUG_SUBSYS);
    if (!sources.ok()) return std::move(sources).status();
    Rules rules{level_of(options.DEBUG), *sources, ""};
    if (!options.DEBUG.empty() && lower(options.DEBUG) != "version") rules.file = file_of(options.DEBUG_FILE);
    return rules;
}

}  // namespace omni::log
