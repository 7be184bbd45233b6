// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The CUDA that is at work in this process. The library links none. It is found at run time: the virtual
// device (libnvshmem_vcuda) where the program brought it, the driver of GPUs where the program has kernels
// that nvcc compiled or uses a GPU already, else the virtual device beside this library.
#pragma once

#include <cstddef>

#include "base/status.h"
#include "nvshmem/device/impl/state.h"

typedef struct CUstream_st* cudaStream_t;
typedef struct CUmod_st* CUmodule;
typedef struct CUlib_st* CUlibrary;

namespace omni::cuda {

struct Dim3 {
    unsigned x, y, z;
};

/// One launch: what cudaLaunchKernel takes.
struct Launch {
    const void* kernel;
    Dim3 grid, block;
    void** arguments;
    size_t shared_bytes;
    cudaStream_t stream;
};

/// What the streams of the process can do for the library. Errors say what CUDA answered.
class Device {
  public:
    virtual ~Device() = default;

    /// Runs work(argument) in the order of the stream, on a thread that may wait: other streams go on
    /// meanwhile. In a capture the work becomes a node of the graph and runs at each replay. `drop(argument)`
    /// follows once it cannot run again; it is called too where this fails.
    virtual Status enqueue(cudaStream_t stream, void (*work)(void*), void* argument,
                           void (*drop)(void*)) const = 0;
    /// Returns when all work of the stream is done; an error while the stream is being captured.
    virtual Status synchronize(cudaStream_t stream) const = 0;
    /// All work of all streams of the calling thread's device is done.
    virtual Status synchronize_device() const = 0;

    /// Whether kernels are code of this process: they call the library, and its memory is theirs. Where not,
    /// memory has to be mapped for them and a state be given.
    virtual bool is_host() const = 0;
    /// Whether the calling thread has a device. A program may choose one after the library's start.
    virtual bool is_chosen() const = 0;

    /// Has CUDA know addresses of the library, with memory behind them or not, as memory of the calling
    /// thread's device, until release().
    virtual Status adopt(void* addresses, size_t bytes) const = 0;
    virtual void release(void* addresses) const = 0;
    /// Lets kernels of all devices use memory, at its own addresses, until unmap().
    virtual Status map(void* memory, size_t bytes) const = 0;
    virtual void unmap(void* memory) const = 0;

    /// What kernels that the program was compiled with know of the calling thread's PE, on its device.
    virtual Status give_state(const nvshmemi_device_state& state) const = 0;
    /// The same for code that the program has loaded; nothing is done where it calls nothing of the library.
    virtual Status give_state(CUmodule module, const nvshmemi_device_state& state) const = 0;
    virtual Status give_state(CUlibrary library, const nvshmemi_device_state& state) const = 0;
    /// What was given holds no more.
    virtual void forget_states() const = 0;

    /// Launches with all blocks at work at the same time; an error where they do not fit.
    virtual Status launch_cooperative(const Launch& launch) const = 0;
    /// How many blocks such a launch can have.
    virtual Result<int> resident_blocks(const Launch& launch) const = 0;
};

/// For whom work is done: `capture` on the thread that gives a stream work, `install` with its result on the
/// thread that carries it out. install gives back what was there before, which is installed again at the end,
/// after a call of `finish`.
struct WorkContext {
    void* (*capture)();
    void* (*install)(void*);
    void (*finish)();
};
/// Before the first call of what follows.
void set_work_context(const WorkContext& context);

/// Which CUDA may answer (NVSHMEM_DEVICE).
enum class Choice { automatic, virtual_device, driver };
/// Before the first call of what follows; later ones change nothing once a device was found.
void choose(Choice choice);

/// The device; the first call looks for it. An error says where, and the cure.
Result<const Device*> device();

/// The device that the program itself brought, or that a call has found before; loads nothing but a driver
/// that the program's kernels need. Null when there is none.
Result<const Device*> present_device();

}  // namespace omni::cuda
