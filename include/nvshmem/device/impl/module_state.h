// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The variables of a module with device code. On GPUs there is one state a module, or one a translation unit
// where code is not relocatable; with relocatable code it stands in libnvshmem_device.a.
#pragma once

#include "../../detail/exec_space.h"
#include "../../init.h"
#include "../../version.h"
#include "state.h"

#ifdef NVSHMEM_TARGET_CUDA
    #if defined(NVSHMEM_DEVICE_LIBRARY)
extern "C" {
__constant__ __attribute__((used)) nvshmemi_device_state nvshmemi_device_state_d;
__constant__ __attribute__((used)) nvshmemi_version_t nvshmemi_device_lib_version_d = {
    NVSHMEM_VENDOR_MAJOR_VERSION, NVSHMEM_VENDOR_MINOR_VERSION, NVSHMEM_VENDOR_PATCH_VERSION};
}
    #elif defined(__CUDACC_RDC__)
extern "C" __constant__ nvshmemi_device_state nvshmemi_device_state_d;
    #else
static __constant__ nvshmemi_device_state nvshmemi_device_state_d;
    #endif
#else
extern "C" nvshmemi_device_state nvshmemi_device_state_d;
#endif
