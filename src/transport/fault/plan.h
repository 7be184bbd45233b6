// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What OMNISHMEM_FAULT asks for: seed[:kinds[:rate]].
#pragma once

#include <cstdint>
#include <string>

#include "base/status.h"

namespace omni::transport::fault {

/// What may befall an operation. A correct program never notices the first five. Each of the others breaks a
/// promise on purpose: with it, a test that relies on the promise must fail.
enum Kind : uint32_t {
    delay = 1 << 0,     ///< it takes effect later, and all behind it to the same target with it
    reorder = 1 << 1,   ///< it takes effect later, and others of the same target overtake it
    split = 1 << 2,     ///< it travels in pieces
    refuse = 1 << 3,    ///< an attempt is turned away, so that it has to be made again
    repeat = 1 << 4,    ///< an attempt is made again though it had its effect, since its answer was lost
    no_fence = 1 << 5,  ///< fence() does nothing
    no_quiet = 1 << 6,  ///< quiet() does nothing
    no_once = 1 << 7,   ///< a repeated attempt has its effect again
    no_fresh = 1 << 8,  ///< a get may give what an earlier get of the same place gave
};

struct Plan {
    static constexpr uint32_t kLegal = delay | reorder | split | refuse | repeat;

    uint64_t seed = 1;
    uint32_t kinds = kLegal;
    double rate = 0.1;  ///< share of the operations that something befalls, a kind at a time

    bool has(Kind kind) const { return (kinds & kind) != 0; }
    bool operator==(const Plan&) const = default;
};

/// An error names the accepted form.
Result<Plan> parse_plan(const std::string& text);

/// The same in the form in which it is given.
std::string describe(const Plan& plan);

}  // namespace omni::transport::fault
