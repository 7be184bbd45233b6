// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Columns: verdict, name, what was found; the cure below it.
#include "report.h"

#include "base/text.h"
#include "json.h"
#include "nvshmem/version.h"
#include "terminal.h"

namespace omni::doctor {

namespace {

namespace json = tools::json;

constexpr int kVerdictColumn = 5, kNameColumn = 14;
constexpr size_t kTextColumn = 2 + kVerdictColumn + 2 + kNameColumn + 2;

struct Look {
    const char* word;
    const char* json;
    const char* colour;
};

Look look_of(Verdict verdict) {
    const tools::Paint paint = tools::paint();
    switch (verdict) {
        case Verdict::works:
            return {"ok", "works", paint.good};
        case Verdict::absent:
            return {"-", "absent", paint.dim};
        case Verdict::limited:
            return {"limit", "limited", paint.warn};
        case Verdict::fails:
            break;
    }
    return {"FAIL", "fails", paint.bad};
}

/// Wrapped, the first line without its indent: it follows the name.
std::string column(const std::string& text) {
    const std::string lines = wrap(text, kTextColumn, tools::text_width());
    return lines.size() > kTextColumn ? lines.substr(kTextColumn) : "\n";
}

std::string as_text(const Finding& finding) {
    const tools::Paint paint = tools::paint();
    const Look look = look_of(finding.verdict);
    std::string text = format("  %s%-*s%s  %-*s  ", look.colour, kVerdictColumn, look.word, paint.plain,
                              kNameColumn, finding.name.c_str());
    text += column(finding.found);
    if (finding.cure.empty()) return text;
    return text + paint.dim + wrap("-> " + finding.cure, kTextColumn, tools::text_width()) + paint.plain;
}

size_t count(const std::vector<Section>& sections, Verdict verdict) {
    size_t number = 0;
    for (const Section& section : sections)
        for (const Finding& finding : section.findings) number += finding.verdict == verdict;
    return number;
}

Verdict worst(const std::vector<Section>& sections) {
    for (Verdict verdict : {Verdict::fails, Verdict::limited})
        if (count(sections, verdict) > 0) return verdict;
    return Verdict::works;
}

}  // namespace

std::string section_as_text(const Section& section) {
    const tools::Paint paint = tools::paint();
    std::string text = format("%s%s%s\n", paint.bold, section.title.c_str(), paint.plain);
    for (const Finding& finding : section.findings) text += as_text(finding);
    return text;
}

std::string summary(const std::vector<Section>& sections) {
    const Verdict verdict = worst(sections);
    const Look look = look_of(verdict);
    return format(
        "%s%s%s: %zu good, %zu limited, %zu failed, %zu absent that are not needed", look.colour,
        verdict == Verdict::fails ? "PEs do not run on this machine as it is" : "PEs run on this machine",
        tools::paint().plain, count(sections, Verdict::works), count(sections, Verdict::limited),
        count(sections, Verdict::fails), count(sections, Verdict::absent));
}

std::string as_json(const std::vector<Section>& sections) {
    std::vector<std::string> rows;
    for (const Section& section : sections)
        for (const Finding& finding : section.findings)
            rows.push_back(json::object({{"section", json::text(section.title)},
                                         {"name", json::text(finding.name)},
                                         {"verdict", json::text(look_of(finding.verdict).json)},
                                         {"found", json::text(finding.found)},
                                         {"cure", json::text(finding.cure)}}));
    return json::object({{"release", json::text(OMNISHMEM_VERSION_STRING)},
                         {"interface", json::text(NVSHMEM_VENDOR_BASE_VERSION_STRING)},
                         {"verdict", json::text(look_of(worst(sections)).json)},
                         {"checks", json::array(rows)}});
}

int exit_status(const std::vector<Section>& sections) { return worst(sections) == Verdict::fails ? 1 : 0; }

}  // namespace omni::doctor
