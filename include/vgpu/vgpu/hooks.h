// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// For libraries whose functions are called inside kernels: how they wait, meet and name the thread, and how
// what a host thread knows travels to the threads that carry its kernels out.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Inside a kernel: lets other threads of the block run, or other threads of the machine where none can;
/// returns 1. Outside: returns 0 at once. Every loop that waits calls it; it does not return when the kernel
/// was ended by a fault.
int vgpuPause(void);

/// 1 inside a kernel, else 0.
int vgpuInKernel(void);

/// "kernel k, block (1,0,0), thread (33,0,0)", empty outside a kernel. Always ends in 0.
void vgpuDescribeThread(char* text, size_t size);

/// Tells the block of the calling thread from all others that the same thread of the machine carries out,
/// earlier and later ones; 0 outside a kernel.
unsigned long long vgpuBlockSerial(void);

enum vgpuScope { vgpuScopeThread = 0, vgpuScopeWarp = 1, vgpuScopeBlock = 2, vgpuScopeWarpgroup = 3 };

/// Called by all threads of the scope that have not exited. The last to arrive runs `f(argument)`, which may
/// wait with vgpuPause() and call functions of thread scope; then all go on and have its value. All see what
/// any of them wrote before. Outside a kernel, and where a scope is one thread, a plain call.
long vgpuOnce(int scope, long (*f)(void*), void* argument);

/// How a library's record of the calling host thread (for one, which PE it is) follows its work.
struct vgpuHooks {
    void* (*capture)(void);   ///< on the launching thread, when work is enqueued
    void* (*install)(void*);  ///< on each thread that carries the work out; returns the value before,
                              ///< installed again afterwards
    void (*quiet)(void);      ///< at the end of the work, on each thread that carried it out; may be null
};
void vgpuSetHooks(const struct vgpuHooks* hooks);

/// Library work in stream order, captured into graphs and replayed like a kernel. `f` may take long and wait;
/// `drop` frees the argument when the work will not be run again. Returns 0 or a cudaError_t.
struct CUstream_st;
int vgpuEnqueue(struct CUstream_st* stream, void (*f)(void*), void* argument, void (*drop)(void*),
                unsigned flags);

/// `ask` is called, about every 20 ms, on each host thread that waits for a stream, event or device while
/// another thread carries the work out; when its answer is not 0, that wait ends with cudaErrorUnknown, and
/// the work goes on. Null (at first) asks nobody. For language runtimes that act on signals outside of signal
/// handlers.
void vgpuSetInterrupt(int (*ask)(void));

/// Ends the kernel of the calling thread: `text` is seen with kernel, block and thread at the next
/// synchronisation. Does not return inside a kernel; outside it does nothing.
void vgpuFail(int error, const char* text);

#ifdef __cplusplus
}
#endif
