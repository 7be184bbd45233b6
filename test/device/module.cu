// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a program loads as a module: device code with a state of its own.
#include <cuda_runtime.h>
#include <nvshmem/device/impl/state.h>

extern "C" __device__ nvshmemi_device_state nvshmemi_device_state_d;
__device__ nvshmemi_device_state nvshmemi_device_state_d;

extern "C" __global__ void tell_pe(int* pe) { *pe = nvshmemi_device_state_d.me; }
