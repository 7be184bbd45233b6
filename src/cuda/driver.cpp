// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Finding the functions.
#include "cuda/driver.h"

#include "cuda/find.h"

namespace omni::cuda {

namespace {

/// Names with a version are those that programs of CUDA 12 and 13 call.
bool find_all(const os::Library& l, Driver& d, std::string& missing) {
    return find(l, "cuInit", d.cuInit, missing) && find(l, "cuGetErrorString", d.cuGetErrorString, missing) &&
           find(l, "cuDeviceGetCount", d.cuDeviceGetCount, missing) &&
           find(l, "cuDeviceGetAttribute", d.cuDeviceGetAttribute, missing) &&
           find(l, "cuDevicePrimaryCtxRetain", d.cuDevicePrimaryCtxRetain, missing) &&
           find(l, "cuCtxGetCurrent", d.cuCtxGetCurrent, missing) &&
           find(l, "cuCtxSetCurrent", d.cuCtxSetCurrent, missing) &&
           find(l, "cuCtxGetDevice", d.cuCtxGetDevice, missing) &&
           find(l, "cuCtxSynchronize", d.cuCtxSynchronize, missing) &&
           find(l, "cuStreamSynchronize", d.cuStreamSynchronize, missing) &&
           find(l, "cuStreamIsCapturing", d.cuStreamIsCapturing, missing) &&
           find(l, "cuLaunchHostFunc", d.cuLaunchHostFunc, missing) &&
           find(l, "cuStreamWaitValue32_v2", d.cuStreamWaitValue32, missing) &&
           find(l, "cuStreamWriteValue32_v2", d.cuStreamWriteValue32, missing) &&
           find(l, "cuMemHostRegister_v2", d.cuMemHostRegister, missing) &&
           find(l, "cuMemHostUnregister", d.cuMemHostUnregister, missing) &&
           find(l, "cuMemHostGetDevicePointer_v2", d.cuMemHostGetDevicePointer, missing) &&
           find(l, "cuMemcpyHtoD_v2", d.cuMemcpyHtoD, missing) &&
           find(l, "cuModuleGetGlobal_v2", d.cuModuleGetGlobal, missing) &&
           find(l, "cuLibraryGetGlobal", d.cuLibraryGetGlobal, missing) &&
           find(l, "cuLaunchCooperativeKernel", d.cuLaunchCooperativeKernel, missing) &&
           find(l, "cuOccupancyMaxActiveBlocksPerMultiprocessor",
                d.cuOccupancyMaxActiveBlocksPerMultiprocessor, missing);
}

}  // namespace

Status Driver::check(const char* what, int code) const {
    if (code == 0) return {};
    const char* text = nullptr;
    if (cuGetErrorString(code, &text) != 0 || !text) text = "unknown error";
    return error(Code::internal, "CUDA refuses %s: %s (%d)", what, text, code);
}

Result<Driver> load_driver(const os::Library& library) {
    Driver driver;
    std::string missing;
    if (!find_all(library, driver, missing))
        return error(Code::not_supported, "%s has no %s: a driver of CUDA 12 or newer is needed",
                     library.path().c_str(), missing.c_str());
    int devices = 0;
    Status status = driver.check("to start", driver.cuInit(0));
    if (status.ok()) status = driver.check("the number of devices", driver.cuDeviceGetCount(&devices));
    if (!status.ok()) return Result<Driver>(std::move(status));
    if (devices == 0) return error(Code::not_supported, "%s knows no GPU", library.path().c_str());
    return driver;
}

}  // namespace omni::cuda
