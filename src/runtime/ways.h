// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Which way to start is taken: that of the request, or the one that NVSHMEM_BOOTSTRAP names or the
// environment shows.
#pragma once

#include "base/options.h"
#include "bootstrap/uid.h"
#include "runtime/lifecycle.h"

namespace omni::runtime {

bootstrap::UniqueIdRules unique_id_rules(const Options& options);

Result<std::unique_ptr<bootstrap::Bootstrap>> start_bootstrap(const InitRequest& request,
                                                              const Options& options);

}  // namespace omni::runtime
