// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Colours and width of standard output.
#pragma once

#include <cstddef>

namespace omni::tools {

/// Escape sequences, all empty where standard output is no terminal, TERM is "dumb" or NO_COLOR is set.
struct Paint {
    const char* bold = "";
    const char* dim = "";
    const char* good = "";
    const char* warn = "";
    const char* bad = "";
    const char* plain = "";  ///< ends each of the others
};
Paint paint();

/// Columns of standard output, at most 120; 100 where it is no terminal.
size_t text_width();

}  // namespace omni::tools
