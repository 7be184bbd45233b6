// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the C shells share. A shell turns the C call into one call of a template and knows nothing else.
#pragma once

#include "base/error.h"
#include "ops/pe.h"

namespace omni::capi {

/// The PE at work, or null after the error "called before init" was reported for `call`.
inline ops::Pe* require(const char* call) {
    if (ops::Pe* pe = ops::self(); __builtin_expect(pe != nullptr, 1)) return pe;
    report(call, error(Code::invalid_value, "called before nvshmem_init or after nvshmem_finalize"));
    return nullptr;
}

/// The live team of `handle`, or null after the error was reported.
inline const team::Team* require_team(const char* call, const ops::Pe& pe, int32_t handle) {
    if (const team::Team* team = pe.teams->find(handle); __builtin_expect(team != nullptr, 1)) return team;
    const char* why = handle == -1 ? "NVSHMEM_TEAM_INVALID: this PE is no member"
                                   : "no live team of this PE (destroyed, or never made)";
    report(call, error(Code::invalid_value, "team is %d, %s", handle, why));
    return nullptr;
}

/// Status of a call with an int result: reported when it failed.
inline int finish(const char* call, const Status& status) {
    return __builtin_expect(status.ok(), 1) ? 0 : report_code(call, status);
}

/// The same for a call whose contract is to answer with a failure: said and recorded, never the end of the
/// job.
[[gnu::cold]] int answer_failure(const char* call, const Status& status);
inline int answer(const char* call, const Status& status) {
    return __builtin_expect(status.ok(), 1) ? 0 : answer_failure(call, status);
}

}  // namespace omni::capi
