// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a look at one thing gave.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"

namespace omni::doctor {

enum class Verdict {
    works,
    absent,   ///< something that PEs can do without
    limited,  ///< PEs run, but not in every way or not in every number
    fails,    ///< PEs cannot run
};

struct Finding {
    std::string name;
    Verdict verdict = Verdict::works;
    std::string found;
    std::string cure;  ///< what a user can do about it, "" where there is nothing to do
};

struct Section {
    std::string title;
    std::vector<Finding> findings;
};

inline Finding works(std::string name, std::string found) {
    return {std::move(name), Verdict::works, std::move(found), ""};
}
inline Finding absent(std::string name, std::string found, std::string cure = "") {
    return {std::move(name), Verdict::absent, std::move(found), std::move(cure)};
}
inline Finding limited(std::string name, std::string found, std::string cure) {
    return {std::move(name), Verdict::limited, std::move(found), std::move(cure)};
}
inline Finding fails(std::string name, std::string found, std::string cure) {
    return {std::move(name), Verdict::fails, std::move(found), std::move(cure)};
}

}  // namespace omni::doctor
