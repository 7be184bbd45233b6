// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What is asked for, in the three forms.
#pragma once

#include <string>

#include "request.h"

namespace omni::nvshmem_info {

std::string as_text(const Request& request);
std::string as_json(const Request& request);

/// The variables, one section a category.
std::string as_restructured_text(const Request& request);

}  // namespace omni::nvshmem_info
