// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Texts of failed agreements.
#include "heap/agreement.h"

#include <cstring>

namespace omni::heap {

Refusal::Refusal(const Status& status) : code(static_cast<int32_t>(status.code())) {
    std::strncpy(text, status.text(), sizeof text - 1);
}

Status explain_refusal(int pe, int n, const Refusal& refusal) {
    const std::string who = n > 1 ? format("PE %d: ", pe) : "";
    return error(static_cast<Code>(refusal.code), "%s%s", who.c_str(), refusal.text);
}

Status explain_difference(const char* call, const std::vector<std::string>& questions) {
    std::string table = format("  %4s  %-36s  %s\n", "PE", "call", "asked for");
    for (size_t pe = 0; pe < questions.size(); ++pe)
        table += format("  %4zu  %-36s  %s\n", pe, call, questions[pe].c_str());
    return error(Code::symmetry,
                 "the PEs ask for different things, so nothing was done. All PEs must make the same calls of "
                 "the heap in "
                 "the same order\n%s",
                 table.c_str());
}

}  // namespace omni::heap
