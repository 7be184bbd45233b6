// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// How a public function is declared: C linkage, visible in the shared library.
#pragma once

#define NVSHMEM_API __attribute__((visibility("default")))

#ifdef __cplusplus
    #define NVSHMEM_BEGIN_C extern "C" {
    #define NVSHMEM_END_C }
#else
    #define NVSHMEM_BEGIN_C
    #define NVSHMEM_END_C
#endif
