// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Access of one device to the memory of another: always possible here; the calls keep the books that CUDA
// keeps.
#pragma once

#include "vgpu/api/context.h"

namespace vgpu::api {

/// `same_allowed`: a device may be asked about itself, which is no peer of its own.
Expected<int> peer_attribute(int attribute, int from, int to, bool same_allowed = false);
Outcome enable_peer(Context& context, int peer);
Outcome disable_peer(Context& context, int peer);

}  // namespace vgpu::api
