// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA's double2, the element of maxloc reductions: its own where its headers may be used.
#pragma once

#ifdef NVSHMEM_NO_CUDA_HEADERS
struct alignas(16) double2 {
    double x, y;
};
#else
    #include <vector_types.h>
#endif
