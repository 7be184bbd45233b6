// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What libraries and compiled kernels call inside a kernel.
#include "vgpu/engine/hooks.h"

#include <cstdio>

#include "vgpu/builtins.h"
#include "vgpu/engine/carrier.h"

namespace vgpu {

namespace {
vgpuHooks library_hooks;
}

const vgpuHooks& hooks() { return library_hooks; }

}  // namespace vgpu

using vgpu::Carrier;

extern "C" {

void vgpuSetHooks(const vgpuHooks* hooks) { vgpu::library_hooks = *hooks; }

int vgpuInKernel(void) { return Carrier::inside() != nullptr; }

int vgpuPause(void) {
    Carrier* carrier = Carrier::inside();
    if (!carrier) return 0;
    carrier->pause();
    return 1;
}

void vgpuDescribeThread(char* text, size_t size) {
    const Carrier* carrier = Carrier::inside();
    std::snprintf(text, size, "%s", carrier ? carrier->describe().c_str() : "");
}

long vgpuOnce(int scope, long (*function)(void*), void* argument) {
    Carrier* carrier = Carrier::inside();
    if (!carrier || scope == vgpuScopeThread) return function(argument);
    return carrier->meet_once(function, argument, "vgpuOnce");
}

void vgpuFail(int error, const char* text) {
    if (Carrier* carrier = Carrier::inside()) carrier->fail(static_cast<cudaError_t>(error), text);
}

int vgpuNextThread(void) { return Carrier::inside()->next_thread(); }

void* vgpuDynamicShared(void) { return Carrier::mine().shared(); }

void __syncthreads(void) {
    if (Carrier* carrier = Carrier::inside()) carrier->meet(0, "__syncthreads");
}
}
