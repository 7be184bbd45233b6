// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What libraries call inside a kernel.
#include "vgpu/engine/hooks.h"

#include <atomic>
#include <cstdio>

#include "vgpu/builtins.h"
#include "vgpu/engine/carrier.h"

namespace vgpu {

namespace {
vgpuHooks library_hooks;
std::atomic<int (*)()> interrupt{nullptr};
}  // namespace

const vgpuHooks& hooks() { return library_hooks; }

bool interrupted() {
    auto ask = interrupt.load(std::memory_order_relaxed);
    return ask && ask() != 0;
}

}  // namespace vgpu

using vgpu::Carrier;
using vgpu::Errand;

extern "C" {

void vgpuSetHooks(const vgpuHooks* hooks) { vgpu::library_hooks = *hooks; }

void vgpuSetInterrupt(int (*ask)(void)) { vgpu::interrupt.store(ask, std::memory_order_relaxed); }

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
    const Errand errand{function, argument};
    if (!carrier || scope == vgpuScopeThread) return errand.run();
    if (scope == vgpuScopeBlock) return carrier->meet_block(errand, 0, "a call of the block");
    if (scope == vgpuScopeWarpgroup) return carrier->meet_warpgroup(errand, "a call of the warpgroup");
    vgpu::WarpMeeting& meeting = carrier->meet_warp(carrier->whole_warp(), 0, errand, "a call of the warp");
    const long result = meeting.result;
    carrier->leave(meeting);
    return result;
}

unsigned long long vgpuBlockSerial(void) {
    const Carrier* carrier = Carrier::inside();
    return carrier ? carrier->block_serial() : 0;
}

void vgpuFail(int error, const char* text) {
    if (Carrier* carrier = Carrier::inside()) carrier->fail(static_cast<cudaError_t>(error), "%s", text);
}
}
