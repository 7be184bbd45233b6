// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Which file lies behind a range of memory, so that another process can map the same pages.
#pragma once

#include <cstdint>

#include "base/status.h"
#include "os/descriptor.h"

namespace omni::os {

struct Backing {
    Descriptor file;  ///< open for reading and writing
    uint64_t offset;  ///< place of the range in it
};

/// Finds the file of a range of whole pages that is one run of a writable shared mapping. It is found by an
/// open descriptor of this process, by its name, or by /proc/self/map_files (which the kernel shows to the
/// administrator alone). An error says what is wrong with the memory and how to get other memory; it calls
/// the range `name`. Cost: reads /proc/self/maps and perhaps /proc/self/fd.
Result<Backing> find_backing(const char* name, const void* address, size_t bytes);

}  // namespace omni::os
