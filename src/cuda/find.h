// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Filling a table of functions from a library.
#pragma once

#include <string>

#include "os/library.h"

namespace omni::cuda {

/// False with the name of the function in `missing` where the library lacks it.
template <class Function>
bool find(const os::Library& library, const char* name, Function*& function, std::string& missing) {
    library.find(name, function);
    if (!function) missing = name;
    return function != nullptr;
}

}  // namespace omni::cuda
