// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What is constant between init and finalize, so that a transfer need not ask the library.
#pragma once

namespace nvshmem_py {

struct Session {
    bool up = false;
    int me = -1;
    int n = 0;
};

Session& session();

/// Raises NvshmemInvalid unless the library is up.
void require_up();

/// Raises NvshmemInvalid unless `pe` is one of the job; `name` is the caller's word for it.
void require_pe(long pe, const char* name);

}  // namespace nvshmem_py
