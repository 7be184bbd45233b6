// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Reading and writing a plan.
#include "transport/fault/plan.h"

#include <cerrno>
#include <cstdlib>
#include <optional>
#include <vector>

namespace omni::transport::fault {

namespace {

struct Name {
    const char* text;
    uint32_t kinds;
};

constexpr Name kNames[] = {
    {"delay", delay},       {"reorder", reorder},   {"split", split},       {"refuse", refuse},
    {"repeat", repeat},     {"no-fence", no_fence}, {"no-quiet", no_quiet}, {"no-once", no_once},
    {"no-fresh", no_fresh}, {"all", Plan::kLegal},
};

constexpr double kHighestRate = 0.9;  // an attempt must succeed some day

std::vector<std::string> parts(const std::string& text, char separator) {
    std::vector<std::string> found(1);
    for (char c : text) {
        if (c == separator)
            found.emplace_back();
        else
            found.back() += c;
    }
    return found;
}

std::optional<uint64_t> parse_seed(const std::string& text) {
    char* end = nullptr;
    errno = 0;
    const uint64_t seed = std::strtoull(text.c_str(), &end, 0);
    const bool good = !text.empty() && text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
    return good ? std::optional(seed) : std::nullopt;
}

std::optional<uint32_t> parse_kind(const std::string& text) {
    for (const Name& name : kNames)
        if (text == name.text) return name.kinds;
    return std::nullopt;
}

std::optional<uint32_t> parse_kinds(const std::string& text) {
    if (text.empty()) return Plan::kLegal;
    uint32_t kinds = 0;
    for (const std::string& part : parts(text, ',')) {
        const std::optional<uint32_t> kind = parse_kind(part);
        if (!kind) return std::nullopt;
        kinds |= *kind;
    }
    return kinds;
}

std::optional<double> parse_rate(const std::string& text) {
    char* end = nullptr;
    const double rate = std::strtod(text.c_str(), &end);
    return !text.empty() && *end == '\0' && rate >= 0 && rate <= kHighestRate ? std::optional(rate)
                                                                              : std::nullopt;
}

Status malformed(const std::string& text) {
    std::string names;
    for (const Name& name : kNames) names += format("%s%s", names.empty() ? "" : ", ", name.text);
    return error(
        Code::invalid_value,
        "OMNISHMEM_FAULT is \"%s\"; the accepted form is seed[:kinds[:rate]] such as 1, 7:delay,split or "
        "7:all:0.3: a whole number, a comma list of %s, and a rate from 0 to %.1f",
        text.c_str(), names.c_str(), kHighestRate);
}

}  // namespace

Result<Plan> parse_plan(const std::string& text) {
    std::vector<std::string> fields = parts(text, ':');
    if (fields.size() > 3) return malformed(text);
    const auto seed = parse_seed(fields[0]);
    const auto kinds = parse_kinds(fields.size() > 1 ? fields[1] : "");
    const auto rate = fields.size() > 2 ? parse_rate(fields[2]) : Plan().rate;
    if (!seed || !kinds || !rate) return malformed(text);
    return Plan{*seed, *kinds, *rate};
}

std::string describe(const Plan& plan) {
    std::string kinds;
    for (const Name& name : kNames)
        if (name.kinds != Plan::kLegal && (plan.kinds & name.kinds) != 0)
            kinds += format("%s%s", kinds.empty() ? "" : ",", name.text);
    return format("%llu:%s:%g", static_cast<unsigned long long>(plan.seed), kinds.c_str(), plan.rate);
}

}  // namespace omni::transport::fault
