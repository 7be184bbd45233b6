// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Launches, carried out at once by the caller.
#include "vgpu/launch.h"

#include "vgpu/engine/hooks.h"
#include "vgpu/engine/launch.h"

#include <cuda_runtime.h>
#include <cstdio>

namespace {
cudaError_t last_error = cudaSuccess;
}

extern "C" {

cudaError_t vgpuLaunch(const vgpuKernel* kernel, dim3 grid, dim3 block, void** arguments, size_t shared,
                       cudaStream_t, unsigned flags) {
    vgpu::Grid launch{kernel, arguments, grid, block, shared, (flags & vgpuLaunchCooperative) != 0};
    if (vgpu::hooks().capture) launch.context = vgpu::hooks().capture();
    const vgpu::Outcome outcome = vgpu::run_grid(launch);
    if (outcome.code != cudaSuccess) {
        std::fprintf(stderr, "%s\n", outcome.text.c_str());
        last_error = outcome.code;
    }
    return last_error;
}

void vgpuMissingConfiguration(const vgpuKernel*) { last_error = cudaErrorMissingConfiguration; }

cudaError_t cudaDeviceSynchronize(void) { return last_error; }
cudaError_t cudaGetLastError(void) { return last_error; }
const char* cudaGetErrorString(cudaError_t error) { return error == cudaSuccess ? "no error" : "error"; }

int vgpuEnqueue(CUstream_st*, void (*f)(void*), void* argument, void (*drop)(void*), unsigned) {
    f(argument);
    if (drop) drop(argument);
    return 0;
}
}
