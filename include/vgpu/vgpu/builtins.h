// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// threadIdx and its like: plain thread-local objects of the library, at a fixed place from the thread
// pointer.
#pragma once

#include <vector_types.h>

/// Tells that kernels of this program run on the virtual device.
#define __VGPU__ 1

#define VGPU_THREAD_LOCAL __thread __attribute__((tls_model("initial-exec")))

extern "C" {

extern VGPU_THREAD_LOCAL uint3 threadIdx;
extern VGPU_THREAD_LOCAL uint3 blockIdx;
extern VGPU_THREAD_LOCAL dim3 blockDim;
extern VGPU_THREAD_LOCAL dim3 gridDim;

/// Where the loop over a block's threads stands. Threads start in the order of their index.
struct vgpuThreadCursor {
    unsigned ready;  ///< threads that may be started by bumping the index; 0 asks vgpuNextThread()
    uint3 latest;    ///< index of the thread started last
};
extern VGPU_THREAD_LOCAL vgpuThreadCursor vgpuCursor;

/// The thread has returned: makes threadIdx that of the next one to run here, or returns 0 when there is
/// none.
int vgpuNextThread(void);
}

inline constexpr int warpSize = 32;

namespace vgpu {

/// vgpuNextThread() for a block none of whose threads has waited so far: 1 ns.
inline bool next_thread() {
    if (vgpuCursor.ready == 0) return vgpuNextThread() != 0;
    --vgpuCursor.ready;
    uint3& latest = vgpuCursor.latest;
    if (++latest.x == blockDim.x) {
        latest.x = 0;
        if (++latest.y == blockDim.y) {
            latest.y = 0;
            threadIdx.z = ++latest.z;
        }
        threadIdx.y = latest.y;
    }
    threadIdx.x = latest.x;
    return true;
}

}  // namespace vgpu
