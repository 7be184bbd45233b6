// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// fence, quiet, flush.
#include "nvshmem/order.h"

#include "capi/shell.h"
#include "ops/order.h"

using namespace omni;

namespace {

template <Status (*Order)(const ops::Pe*)>
void run(const char* call) {
    if (const ops::Pe* pe = capi::require(call)) capi::finish(call, Order(pe));
}

}  // namespace

extern "C" {

void nvshmem_fence(void) { run<ops::fence>("nvshmem_fence"); }
void nvshmem_quiet(void) { run<ops::quiet>("nvshmem_quiet"); }

/// Puts have read their source when they return, so what is left to promise is nothing; quiet is allowed to
/// serve.
void nvshmemx_flush(void) { run<ops::quiet>("nvshmemx_flush"); }

}  // extern "C"
