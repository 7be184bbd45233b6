// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// All that kernels use. cuda_runtime.h includes it for C++.
#pragma once

#include "vgpu/atomic.h"
#include "vgpu/builtins.h"
#include "vgpu/hooks.h"
#include "vgpu/intrinsics.h"
#include "vgpu/kernel.h"
#include "vgpu/launch.h"
#include "vgpu/qualifiers.h"
#include "vgpu/shared.h"
#include "vgpu/sync.h"
#include "vgpu/warp.h"
