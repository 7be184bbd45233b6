// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The functions behind CUDA's built-in ones. Outside a kernel they are those of a block of one thread.
#include <bit>
#include <cstdio>
#include <cstdlib>

#include "os/clock.h"
#include "vgpu/builtins.h"
#include "vgpu/engine/carrier.h"
#include "vgpu/shared.h"
#include "vgpu/sync.h"
#include "vgpu/warp.h"

using vgpu::Carrier;

namespace {

long vote_of_block(long vote, const char* name) {
    Carrier* carrier = Carrier::inside();
    return carrier ? carrier->meet_block({}, vote, name) : vote;
}

/// Meets the lanes of a mask, and gives what `read(meeting)` says.
template <class Read>
auto with_lanes(unsigned mask, unsigned long long value, const char* name, Read read) {
    Carrier* carrier = Carrier::inside();
    vgpu::WarpMeeting& meeting = carrier->meet_warp(mask, value, {}, name);
    const auto result = read(meeting);
    carrier->leave(meeting);
    return result;
}

/// A kernel's body is a function in a local struct: `static void k(int)::vgpu_kernel::run(int)` is k to its
/// author.
std::string kernel_of(const char* function) {
    std::string name = function;
    if (const size_t body = name.find("::vgpu_kernel::"); body != std::string::npos) name.resize(body);
    return name.rfind("static ", 0) == 0 ? name.substr(7) : name;
}

}  // namespace

extern "C" {

/// With identities the engine sees each thread off by itself, outside instrumented functions.
int vgpuNextThread(void) { return !vgpu::kThreadIdentities && Carrier::inside()->next_thread(); }

void* vgpuDynamicShared(void) { return Carrier::mine().shared(); }

// --- block

void __syncthreads(void) { vote_of_block(0, "__syncthreads"); }
int __syncthreads_count(int predicate) {
    return static_cast<int>(vote_of_block(predicate != 0, "__syncthreads_count"));
}
int __syncthreads_and(int predicate) { return vote_of_block(predicate == 0, "__syncthreads_and") == 0; }
int __syncthreads_or(int predicate) { return vote_of_block(predicate != 0, "__syncthreads_or") != 0; }

// --- grid

void vgpuSyncGrid(void) {
    Carrier* carrier = Carrier::inside();
    if (!carrier) return;
    if (!carrier->cooperative())
        carrier->fail(cudaErrorLaunchFailure,
                      "this_grid().sync() in a kernel that was not launched cooperatively");
    carrier->meet_block({[](void* of) { return static_cast<Carrier*>(of)->meet_grid(), 0L; }, carrier}, 0,
                        "this_grid().sync()");
}

// --- warp

unsigned vgpuExchange(unsigned mask, unsigned long long value, unsigned from, unsigned long long* received) {
    if (!Carrier::inside()) return *received = value, 1;
    return with_lanes(mask, value, "a shuffle", [=](const vgpu::WarpMeeting& meeting) {
        *received = meeting.arrived >> from & 1 ? meeting.values[from] : value;
        return meeting.arrived;
    });
}

unsigned vgpuGather(unsigned mask, unsigned long long value, unsigned long long* values) {
    if (!Carrier::inside()) return values[0] = value, 1;
    return with_lanes(mask, value, "a call of the warp", [=](const vgpu::WarpMeeting& meeting) {
        for (unsigned lanes = meeting.arrived; lanes != 0; lanes &= lanes - 1) {
            const int lane = std::countr_zero(lanes);
            values[lane] = meeting.values[lane];
        }
        return meeting.arrived;
    });
}

unsigned vgpuBallot(unsigned mask, int predicate, unsigned* arrived) {
    if (!Carrier::inside()) return *arrived = 1, predicate != 0;
    return with_lanes(mask, predicate != 0, "a vote", [=](const vgpu::WarpMeeting& meeting) {
        unsigned yes = 0;
        for (unsigned lanes = meeting.arrived; lanes != 0; lanes &= lanes - 1) {
            const int lane = std::countr_zero(lanes);
            yes |= static_cast<unsigned>(meeting.values[lane]) << lane;
        }
        *arrived = meeting.arrived;
        return yes;
    });
}

void __syncwarp(unsigned mask) {
    if (Carrier::inside()) with_lanes(mask, 0, "__syncwarp", [](const vgpu::WarpMeeting&) { return 0; });
}

unsigned vgpuConverge(const void* place) {
    Carrier* carrier = Carrier::inside();
    return carrier ? carrier->converge(place) : 1;
}

unsigned vgpuThreadRank(void) { return Carrier::inside() ? Carrier::inside()->rank() : 0; }

// --- the rest

void vgpuAssertFail(const char* condition, const char* file, unsigned line, const char* function) {
    Carrier* carrier = Carrier::inside();
    if (!carrier) {
        std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, condition);
        std::abort();
    }
    std::fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file,
                 line, kernel_of(function).c_str(), blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x,
                 threadIdx.y, threadIdx.z, condition);
    carrier->fail(cudaErrorAssert, "assertion `%s` failed in %s:%u", condition, file, line);
}

void __trap(void) {
    if (Carrier* carrier = Carrier::inside()) carrier->fail(cudaErrorLaunchFailure, "__trap()");
    std::abort();
}

void __nanosleep(unsigned nanoseconds) {
    const int64_t end = omni::os::now_ns() + nanoseconds;
    do vgpuPause();
    while (omni::os::now_ns() < end);
}

long long vgpuNanoseconds(void) { return omni::os::now_ns(); }

unsigned vgpuMultiprocessor(void) {
    const unsigned long long block = blockIdx.x + gridDim.x * (blockIdx.y + 1ull * gridDim.y * blockIdx.z);
    return static_cast<unsigned>(block % vgpu::kMultiprocessors);
}

unsigned vgpuDynamicSharedSize(void) {
    return Carrier::inside() ? static_cast<unsigned>(Carrier::inside()->shared_bytes()) : 0;
}
}
