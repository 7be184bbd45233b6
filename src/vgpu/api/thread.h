// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a host thread has of its own: its current contexts, its last error, how it captures.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "vgpu/api/outcome.h"

namespace vgpu::api {

class Context;

struct Thread {
    std::vector<std::shared_ptr<Context>>
        contexts;                          ///< the last is current; empty: the primary one of `device`
    int device = 0;                        ///< by cudaSetDevice
    cudaError_t last_error = cudaSuccess;  ///< of the runtime interface, for cudaGetLastError
    std::string text;                      ///< of the last call that failed, in either interface
    cudaStreamCaptureMode capture_mode = cudaStreamCaptureModeGlobal;
    bool in_host_function = false;  ///< which may not call the interface

    static Thread& mine();
};

}  // namespace vgpu::api
