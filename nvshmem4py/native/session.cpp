// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "session.h"

#include "errors.h"
#include "ranges.h"

namespace nvshmem_py {

Session& session() {
    static Session current;
    return current;
}

Ranges& ranges() {
    static Ranges live;
    return live;
}

void require_up() {
    if (!session().up) raise("NvshmemInvalid", "NVSHMEM is not initialized: call nvshmem.core.init() first");
}

void require_pe(long pe, const char* name) {
    if (pe < 0 || pe >= session().n)
        raise("NvshmemInvalid", "%s is %ld; the PEs of this job are 0 to %d", name, pe, session().n - 1);
}

}  // namespace nvshmem_py
