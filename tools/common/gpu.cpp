// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Asking the driver, by the three functions that all of its versions have.
#include "gpu.h"

#include "os/library.h"

namespace omni::tools {

Result<CudaDriver> find_cuda_driver() {
    auto library = os::Library::load("libcuda.so.1");
    if (!library.ok()) return error(Code::not_supported, "there is no CUDA driver on this machine");
    int (*get_version)(int*) = nullptr;
    int (*initialise)(unsigned) = nullptr;
    int (*count_devices)(int*) = nullptr;
    library->find("cuDriverGetVersion", get_version);
    library->find("cuInit", initialise);
    library->find("cuDeviceGetCount", count_devices);
    int version = 0, failure = 0;
    if (!get_version || !initialise || !count_devices || get_version(&version) != 0)
        return error(Code::not_supported, "libcuda.so.1 is there, but it is no CUDA driver");
    CudaDriver driver{format("%d.%d", version / 1000, version % 1000 / 10)};
    if ((failure = initialise(0)) != 0 || (failure = count_devices(&driver.devices)) != 0)
        return error(Code::not_supported, "the CUDA driver (%s) does not start: its error %d",
                     driver.version.c_str(), failure);
    return driver;
}

}  // namespace omni::tools
