// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The CUDA driver interface as far as the library uses it, found at run time: libcuda.so.1 of a machine with
// a GPU, or any library with these names. Types are spelled out, as the library is built without CUDA's
// headers.
#pragma once

#include "cuda/device.h"
#include "os/library.h"

namespace omni::cuda {

using Context = struct CUctx_st*;
using Address = unsigned long long;  ///< CUdeviceptr

// Values of the driver's header.
constexpr int kDeinitialized = 4, kNoSymbol = 500;    // CUDA_ERROR_...
constexpr unsigned kPortable = 1, kDeviceMapped = 2;  // CU_MEMHOSTREGISTER_...
constexpr unsigned kWaitEqual = 1;                    // CU_STREAM_WAIT_VALUE_EQ
constexpr int kMultiprocessors = 16;                  // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT

struct Driver {
    int (*cuInit)(unsigned);
    int (*cuGetErrorString)(int, const char**);
    int (*cuDeviceGetCount)(int*);
    int (*cuDeviceGetAttribute)(int*, int, int);
    int (*cuDevicePrimaryCtxRetain)(Context*, int);
    int (*cuCtxGetCurrent)(Context*);
    int (*cuCtxSetCurrent)(Context);
    int (*cuCtxGetDevice)(int*);
    int (*cuCtxSynchronize)();
    int (*cuStreamSynchronize)(cudaStream_t);
    int (*cuStreamIsCapturing)(cudaStream_t, int*);
    int (*cuLaunchHostFunc)(cudaStream_t, void (*)(void*), void*);
    int (*cuStreamWaitValue32)(cudaStream_t, Address, unsigned, unsigned);
    int (*cuStreamWriteValue32)(cudaStream_t, Address, unsigned, unsigned);
    int (*cuMemHostRegister)(void*, size_t, unsigned);
    int (*cuMemHostUnregister)(void*);
    int (*cuMemHostGetDevicePointer)(Address*, void*, unsigned);
    int (*cuMemcpyHtoD)(Address, const void*, size_t);
    int (*cuModuleGetGlobal)(Address*, size_t*, CUmodule, const char*);
    int (*cuLibraryGetGlobal)(Address*, size_t*, CUlibrary, const char*);
    int (*cuLaunchCooperativeKernel)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                                     unsigned, cudaStream_t, void**);
    int (*cuOccupancyMaxActiveBlocksPerMultiprocessor)(int*, void*, int, size_t);

    /// An error that says what the driver says of `code`, unless that is 0.
    Status check(const char* what, int code) const;
};

/// The functions of the library, which has answered cuInit and has a device.
Result<Driver> load_driver(const os::Library& library);

}  // namespace omni::cuda
