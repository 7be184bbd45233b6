// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// How a kernel fails: the first fault of a grid is its outcome, with kernel, block and thread.
#include <signal.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/status.h"
#include "os/clock.h"
#include "vgpu/builtins.h"
#include "vgpu/engine/carrier.h"
#include "vgpu/engine/fault.h"

namespace vgpu {

std::string Carrier::describe() const {
    return omni::format("kernel %s, block (%u,%u,%u), thread (%u,%u,%u)", run_->grid.kernel->name, blockIdx.x,
                        blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z);
}

/// No destructor of the thread runs any more, so whatever owns memory is gone before it leaves.
void Carrier::fail(cudaError_t code, const char* pattern, ...) {
    {
        va_list arguments;
        va_start(arguments, pattern);
        run_->fail(code, describe() + ": " + omni::vformat(pattern, arguments));
        va_end(arguments);
    }
    leave_grid();
}

/// Drops what is on the stacks of the block: carry() begins them anew.
void Carrier::leave_grid() {
    Context dropped;
    become(root_identity_);
    before_switch(nullptr, root_bounds_);
    vgpu_switch_context(&dropped, root_);
    __builtin_unreachable();
}

/// Every thread of the block that has not returned waits for another one.
void Carrier::report_standstill() {
    const Fiber* first = ring_.head();
    const Fiber* other = first;
    while (other->next != first && std::strcmp(other->waits_in, first->waits_in) == 0) other = other->next;
    threadIdx = {first->rank % blockDim.x, first->rank / blockDim.x % blockDim.y,
                 first->rank / blockDim.x / blockDim.y};
    fail(cudaErrorLaunchFailure,
         "all %u threads of the block that have not returned wait for each other: this one in "
         "%s, thread %u of the "
         "block in %s; threads that meet must call the same function with the same mask",
         ring_.size(), first->waits_in, other->rank, other->waits_in);
}

void Carrier::report_mixed_barrier(const char* name) {
    fail(cudaErrorLaunchFailure, "it is in %s while others of the same scope are in another call", name);
}

void Carrier::report_overflow() {
    fail(cudaErrorHardwareStackError, "stack overflow of a thread of its block");
}

/// A kernel that waits for long says so once; with VGPU_KERNEL_LIMIT=<seconds> in the environment it is ended
/// then.
void Carrier::watch_over() {
    static const char* const setting = std::getenv("VGPU_KERNEL_LIMIT");
    static const double limit = setting ? std::atof(setting) : 0;
    constexpr double kWarning = 60;
    const int64_t now = omni::os::now_ns();
    if (laps_ % 64 != 0 && waits_since_ != 0) return;
    if (waits_since_ == 0 || laps_ < 256) waits_since_ = now;
    const double waited = static_cast<double>(now - waits_since_) / 1e9;
    if (limit > 0 && waited > limit)
        fail(cudaErrorLaunchTimeout, "no thread of the block got further for %g s (VGPU_KERNEL_LIMIT)",
             limit);
    static std::atomic_flag said;
    if (limit <= 0 && waited > kWarning && !said.test_and_set())
        std::fprintf(stderr,
                     "vgpu: %s: no thread of the block got further for %g s; VGPU_KERNEL_LIMIT=<seconds> "
                     "ends such kernels\n",
                     describe().c_str(), kWarning);
}

// --- shared memory

namespace {
constexpr unsigned char kGuard[64] = {0xa5, 0x5a, 0x3c, 0xc3, 0x96, 0x69, 0x0f, 0xf0};
}  // namespace

void* Carrier::shared() {
    if (shared_.valid()) return shared_.address();
    auto mapping = omni::os::map_zeros(kMaxSharedPerBlock + kReservedShared);
    if (!mapping.ok()) fail(cudaErrorMemoryAllocation, "no memory for the shared memory of its block");
    shared_ = std::move(*mapping);
    guard_shared();
    return shared_.address();
}

/// Puts a guard behind the dynamic shared memory of a grid.
void Carrier::guard_shared() {
    if (run_ && shared_.valid()) std::memcpy(shared_.address() + shared_bytes(), kGuard, sizeof kGuard);
}

/// At the end of a block.
void Carrier::check_shared() {
    if (shared_.valid() && std::memcmp(shared_.address() + shared_bytes(), kGuard, sizeof kGuard) != 0)
        fail(cudaErrorIllegalAddress,
             "its block wrote behind the end of its %zu bytes of "
             "dynamic shared memory; the third value of <<<>>> says "
             "how many it has",
             shared_bytes());
}

// --- signals

namespace {

constexpr int kFaults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
struct sigaction former[NSIG];

const char* fault_name(int signal) {
    switch (signal) {
        case SIGSEGV:
            return "illegal address";
        case SIGBUS:
            return "bus error at address";
        case SIGFPE:
            return "arithmetic fault at";
        default:
            return "illegal instruction at";
    }
}

cudaError_t fault_code(int signal) {
    if (signal == SIGILL) return cudaErrorIllegalInstruction;
    return signal == SIGFPE ? cudaErrorLaunchFailure : cudaErrorIllegalAddress;
}

/// Outside kernels the program's own handler, or the default action, has the signal.
void pass_on(int signal, siginfo_t* info, void* context) {
    const struct sigaction& before = former[signal];
    if (before.sa_flags & SA_SIGINFO) return before.sa_sigaction(signal, info, context);
    if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) return before.sa_handler(signal);
    ::sigaction(signal, &before, nullptr);  // it happens again on return
}

void on_fault(int signal, siginfo_t* info, void* context) {
    Carrier* carrier = Carrier::inside();
    if (!carrier) return pass_on(signal, info, context);
    carrier->fail_by_signal(signal, info->si_addr);
}

}  // namespace

/// Once, at the first launch. Signals stay open while the handler runs, since it leaves by another way than
/// its return.
void catch_faults() {
    struct sigaction action = {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    ::sigemptyset(&action.sa_mask);
    for (int signal : kFaults) ::sigaction(signal, &action, &former[signal]);
}

void Carrier::fail_by_signal(int signal, const void* address) {
    signal_ = signal;
    signal_address_ = address;
    run_->stop();
    leave_grid();
}

void Carrier::report_signal() {
    run_->fail(fault_code(signal_),
               omni::format("%s: %s %p", describe().c_str(), fault_name(signal_), signal_address_));
    signal_ = 0;
}

}  // namespace vgpu
