// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Copies above the inlined sizes.
#include "base/copy.h"

namespace omni {

void copy_large(void* dest, const void* source, size_t bytes) {
    if (dest != source) std::memmove(dest, source, bytes);
}

}  // namespace omni
