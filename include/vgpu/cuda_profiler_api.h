// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// cudaProfilerStart() and cudaProfilerStop(), which change nothing on the virtual device.
#pragma once

#include "cuda_runtime_api.h"
