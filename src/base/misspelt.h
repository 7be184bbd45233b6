// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Settings that do not do what they seem to.
#pragma once

#include <string>
#include <vector>

#include "base/settings.h"

namespace omni {

/// One sentence for each NVSHMEM_ name that no variable has, with the nearest one, and for each boolean whose
/// text counts as true though it does not look like it.
std::vector<std::string> doubtful_settings(const Settings& settings);

}  // namespace omni
