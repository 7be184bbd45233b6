// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// fence, quiet, flush.
#include "nvshmem/order.h"

#include "capi/shell.h"
#include "ops/order.h"

using namespace omni;

namespace {

void run(const char* call, Status (*order)(const ops::Pe*)) {
    if (const ops::Pe* pe = capi::require(call)) capi::finish(call, order(pe));
}

}  // namespace

extern "C" {

void nvshmem_fence(void) { run("nvshmem_fence", ops::fence); }
void nvshmem_quiet(void) { run("nvshmem_quiet", ops::quiet); }

/// Puts have read their source when they return, so what is left to promise is nothing; quiet is allowed to
/// serve.
void nvshmemx_flush(void) { run("nvshmemx_flush", ops::quiet); }

}  // extern "C"
