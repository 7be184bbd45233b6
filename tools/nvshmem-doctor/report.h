// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The report: sections as they come, then the summary; or everything as JSON.
#pragma once

#include <string>
#include <vector>

#include "finding.h"

namespace omni::doctor {

std::string section_as_text(const Section& section);

/// One line.
std::string summary(const std::vector<Section>& sections);

std::string as_json(const std::vector<Section>& sections);

/// 0: PEs run here; 1: they do not.
int exit_status(const std::vector<Section>& sections);

}  // namespace omni::doctor
