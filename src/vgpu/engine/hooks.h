// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The hooks of a library whose functions are called inside kernels.
#pragma once

#include "vgpu/hooks.h"

namespace vgpu {

/// All null until a library has set them.
const vgpuHooks& hooks();

/// Whether the calling thread is to give up its wait.
bool interrupted();

/// While it lives, the calling thread works on behalf of the thread that the context was captured on.
class InstalledContext {
  public:
    explicit InstalledContext(void* context)
        : before_(hooks().install ? hooks().install(context) : nullptr) {}
    ~InstalledContext() {
        if (hooks().quiet) hooks().quiet();
        if (hooks().install) hooks().install(before_);
    }
    InstalledContext(const InstalledContext&) = delete;
    InstalledContext& operator=(const InstalledContext&) = delete;

  private:
    void* before_;
};

}  // namespace vgpu
