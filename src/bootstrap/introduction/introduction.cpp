// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// From an introduction to a meeting.
#include "bootstrap/introduction/introduction.h"

#include "bootstrap/unique_id.h"

namespace omni::bootstrap {

namespace {

/// An id of zeros is none: PE 0 sends it to say that it could not make one.
const std::string kNone(UniqueId::kBytes, '\0');

Result<std::string> share_new_id(Introduction& introduction, const UniqueIdRules& rules) {
    Result<std::string> made = introduction.rank() == 0 ? make_unique_id(rules) : Result(kNone);
    std::string id = made.ok() ? *made : kNone;
    if (Status status = introduction.share(id, os::Deadline::in(rules.limit_s)); !status.ok()) return status;
    if (!made.ok()) return std::move(made).status();
    if (id == kNone)
        return error(Code::internal,
                     "PE 0 could not open the meeting point of the job: its own message says why");
    return id;
}

}  // namespace

Result<std::unique_ptr<Bootstrap>> start_introduced(Introduction& introduction, const UniqueIdRules& rules) {
    UniqueIdRules own = rules;
    own.session.clear();  // the place is handed round, so it needs no name
    auto id = share_new_id(introduction, own);
    if (!id.ok())
        return error(id.status().code(), "the PEs cannot be introduced by %s: %s", introduction.name(),
                     id.status().text());
    return start_by_unique_id(*id, introduction.rank(), introduction.size(), own);
}

}  // namespace omni::bootstrap
