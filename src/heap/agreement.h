// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the PEs agree on before a collective call of the heap has an effect. Each says what it asks for and
// whether it can go along. Where the questions differ, or one PE refuses, all of them fail alike.
#pragma once

#include <algorithm>
#include <vector>

#include "control/exchange.h"

namespace omni::heap {

/// Why a PE cannot go along, in a form that travels. Code success: it can.
struct Refusal {
    int32_t code = 0;
    char text[508] = {};

    Refusal() = default;
    explicit Refusal(const Status& status);
};

/// The refusal of the lowest PE that has one, named in the text when there are several PEs. The same on all
/// PEs.
Status explain_refusal(int pe, int n, const Refusal& refusal);

/// The table of who asked for what.
Status explain_difference(const char* call, const std::vector<std::string>& questions);

/// Collective. What each PE asks for, once all ask alike.
/// Request: plain data with `bool is_like(const Request&) const`, `std::string describe() const` and `size_t
/// bytes`.
template <class Request>
Result<std::vector<Request>> agree(control::Member& member, const char* call, const Request& mine) {
    std::vector<Request> all(static_cast<size_t>(member.n));
    const control::WaitInfo info{.call = call, .kind = control::WaitKind::allocation, .expected = mine.bytes};
    if (Status status = control::allgather(member, info, &mine, all.data(), sizeof mine); !status.ok())
        return status;
    if (std::all_of(all.begin(), all.end(), [&](const Request& r) { return r.is_like(all[0]); })) return all;
    std::vector<std::string> questions;
    for (const Request& request : all) questions.push_back(request.describe());
    return explain_difference(call, questions);
}

/// What agree() gathered, when no PE refuses. Request has a `Refusal refusal`.
template <class Request>
Status check_refusals(const std::vector<Request>& all) {
    for (size_t pe = 0; pe < all.size(); ++pe)
        if (all[pe].refusal.code != 0)
            return explain_refusal(static_cast<int>(pe), static_cast<int>(all.size()), all[pe].refusal);
    return {};
}

}  // namespace omni::heap
