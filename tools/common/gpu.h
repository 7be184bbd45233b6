// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The CUDA driver of this machine, found at run time.
#pragma once

#include <string>

#include "base/status.h"

namespace omni::tools {

struct CudaDriver {
    std::string version;  ///< of the CUDA interface that the driver offers, such as "13.0"
    int devices = 0;
};

/// An error says what is missing.
Result<CudaDriver> find_cuda_driver();

}  // namespace omni::tools
