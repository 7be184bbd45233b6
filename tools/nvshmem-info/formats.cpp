// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Text, reStructuredText, JSON.
#include "formats.h"

#include "base/option_listing.h"
#include "base/options.h"
#include "build.h"
#include "json.h"
#include "nvshmem/version.h"
#include "terminal.h"

namespace omni::nvshmem_info {

namespace {

namespace json = tools::json;

std::string build_as_text(const tools::Paint& paint) {
    std::string text = format("%sBuild%s\n", paint.bold, paint.plain);
    for (const auto& [label, value] : build_facts())
        text += format("  %-16s  %s\n", label.c_str(), value.c_str());
    return text + "\n";
}

std::string value_as_json(const OptionFacts& facts, const Settings& settings) {
    const auto found = settings.find(facts.name);
    if (found == settings.end()) return "null";
    return json::object(
        {{"value", json::text(found->second.value)}, {"origin", json::text(found->second.origin)}});
}

std::string variables_as_json(bool hidden) {
    const Settings settings = read_settings();
    std::vector<std::string> rows;
    for (const OptionFacts& facts : option_table())
        if (hidden || std::string(facts.category) != "hidden")
            rows.push_back(json::object({{"name", json::text(facts.name)},
                                         {"type", json::text(facts.type)},
                                         {"default", json::text(facts.default_value)},
                                         {"category", json::text(facts.category)},
                                         {"acts", json::boolean(facts.acts())},
                                         {"reason", json::text(facts.reason)},
                                         {"set", value_as_json(facts, settings)},
                                         {"meaning", json::text(facts.meaning)}}));
    return json::array(rows);
}

std::string build_as_json() {
    json::Members members;
    for (const auto& [label, value] : build_facts()) members.emplace_back(label, json::text(value));
    return json::object(members);
}

std::string heading(const std::string& title, char line) {
    return title + "\n" + std::string(title.size(), line) + "\n\n";
}

std::string row_as_restructured_text(const OptionFacts& facts) {
    std::string text = format("``%s``\n    :Type: %s\n", facts.name, facts.type);
    if (!facts.default_value.empty()) text += format("    :Default: ``%s``\n", facts.default_value.c_str());
    if (!facts.acts()) text += format("    :No effect: %s\n", facts.reason);
    return text + format("\n    %s\n\n", facts.meaning);
}

}  // namespace

std::string as_text(const Request& request) {
    const tools::Paint paint = tools::paint();
    std::string text;
    if (request.version) text += version() + "\n";
    if (request.version && (request.build || request.variables)) text += "\n";
    if (request.build) text += build_as_text(paint);
    if (request.variables)
        text += list_options(read_settings(), {.hidden = request.hidden,
                                               .width = tools::text_width(),
                                               .bold = paint.bold,
                                               .dim = paint.dim,
                                               .plain = paint.plain});
    return text;
}

std::string as_json(const Request& request) {
    json::Members members;
    if (request.version)
        members.insert(members.end(), {{"interface", json::text(NVSHMEM_VENDOR_BASE_VERSION_STRING)},
                                       {"release", json::text(OMNISHMEM_VERSION_STRING)}});
    if (request.build) members.emplace_back("build", build_as_json());
    if (request.variables) members.emplace_back("variables", variables_as_json(request.hidden));
    return json::object(members) + "\n";
}

std::string as_restructured_text(const Request& request) {
    std::string text = heading("Environment variables", '=');
    for (const OptionCategory& category : option_categories()) {
        if (category.hidden() && !request.hidden) continue;
        text += heading(std::string(category.title) + " options", '-');
        for (const OptionFacts& facts : option_table())
            if (facts.category == category.name) text += row_as_restructured_text(facts);
    }
    return text;
}

}  // namespace omni::nvshmem_info
