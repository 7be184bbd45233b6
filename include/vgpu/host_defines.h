// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Words that CUDA's headers and programs put on declarations.
#pragma once

#include "vgpu/qualifiers.h"

#ifndef CUDARTAPI
    #define CUDARTAPI
#endif
#ifndef CUDART_CB
    #define CUDART_CB
#endif
#ifndef CUDAAPI
    #define CUDAAPI
#endif
#ifndef CUDA_CB
    #define CUDA_CB
#endif
