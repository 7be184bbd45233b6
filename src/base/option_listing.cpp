// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Layout of the listing.
#include "base/option_listing.h"

#include "base/options.h"
#include "base/text.h"

namespace omni {

namespace {

constexpr size_t kIndent = 6;
constexpr int kNameColumn = 36;

std::string describe(const OptionFacts& facts, const Settings& settings, const ListingStyle& style) {
    const std::string shown = facts.default_value.empty() ? "(empty)" : facts.default_value;
    std::string text = format("  %s%-*s%s  %s, default %s", style.bold, kNameColumn, facts.name, style.plain,
                              facts.type, shown.c_str());
    if (const auto found = settings.find(facts.name); found != settings.end())
        text += format("%s; set to \"%s\" by %s%s", style.bold, found->second.value.c_str(),
                       found->second.origin.c_str(), style.plain);
    text += "\n";
    text += wrap(facts.meaning, kIndent, style.width);
    if (facts.acts()) return text;
    text += style.dim;
    text += wrap(std::string("no effect: ") + facts.reason, kIndent, style.width);
    text += style.plain;
    return text;
}

}  // namespace

std::string list_options(const Settings& settings, const ListingStyle& style) {
    std::string text;
    for (const OptionCategory& category : option_categories()) {
        if (category.hidden() && !style.hidden) continue;
        text += format("%s%s options%s\n", style.bold, category.title, style.plain);
        for (const OptionFacts& facts : option_table())
            if (facts.category == category.name) text += describe(facts, settings, style);
        text += "\n";
    }
    return text;
}

}  // namespace omni
