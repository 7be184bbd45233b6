// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What is constant between init and finalize, so that a transfer need not ask the library.
#pragma once

#include <cstddef>
#include <vector>

namespace nvshmem_py {

struct Session {
    bool up = false;
    int me = -1;
    int n = 0;
    std::vector<bool> mapped;  ///< per PE: its memory is mapped here, so a transfer is a copy and never waits
};

Session& session();

/// Raises NvshmemInvalid unless the library is up.
void require_up();

/// Raises NvshmemInvalid unless `pe` is one of the job; `name` is the caller's word for it.
void require_pe(long pe, const char* name);

/// May a transfer of so many bytes to this PE keep the GIL? Only where it takes less time than handing the
/// GIL over.
bool is_brief(size_t bytes, int pe);

}  // namespace nvshmem_py
