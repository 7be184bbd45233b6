// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Copies above the inlined sizes.
#include "ops/copy.h"

namespace omni::ops {

void copy_large(void* dest, const void* source, size_t bytes) {
    if (dest != source) std::memmove(dest, source, bytes);
}

}  // namespace omni::ops
