// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Where facts come from: one-line files of the kernel, sizes for people.
#pragma once

#include <cstddef>
#include <string>

namespace omni::doctor {

/// The first line of a file, "" where it cannot be read.
std::string line_of(const std::string& path);

/// NVSHMEM_SYMMETRIC_SIZE as it is set, its default where it is malformed.
size_t heap_bytes();

/// "1.5 GiB"
std::string size_text(size_t bytes);

/// The folder of this program.
std::string own_folder();

/// The library beside this program, else the one that the dynamic linker finds by name.
std::string library_name();

}  // namespace omni::doctor
