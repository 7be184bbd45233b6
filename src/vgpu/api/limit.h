// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// cudaDeviceSetLimit(): values are kept and given back; on the virtual device they bound nothing.
#pragma once

#include "vgpu/api/context.h"

namespace vgpu::api {

Expected<size_t> get_limit(Context& context, cudaLimit limit);
Outcome set_limit(Context& context, cudaLimit limit, size_t value);

}  // namespace vgpu::api
