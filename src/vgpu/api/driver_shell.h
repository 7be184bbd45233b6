// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What functions of the driver interface share: the current context, which somebody has to have made current,
// and the handles of that interface.
#pragma once

#include "vgpu/api/give.h"
#include "vgpu/api/shell.h"
#include "vgpu/api/stream.h"

namespace vgpu::api {

/// An error where the calling thread has none.
Expected<Context*> driver_context();

inline void* pointer_of(CUdeviceptr address) {
    return reinterpret_cast<void*>(static_cast<uintptr_t>(address));
}
inline CUdeviceptr address_of(const void* pointer) {
    return static_cast<CUdeviceptr>(reinterpret_cast<uintptr_t>(pointer));
}

template <class F>
CUresult on_driver_context(const char* function, F f) {
    return driver(function,
                  [&] { return with(driver_context(), [&](Context* context) { return f(*context); }); });
}

template <class F>
CUresult on_driver_stream(const char* function, CUstream handle, F f) {
    return on_driver_context(function, [&](Context&) {
        return with(find_stream(handle), [&](Stream* stream) { return f(*stream); });
    });
}

template <class F>
CUresult on_driver_device(const char* function, CUdevice ordinal, F f) {
    return driver(function,
                  [&] { return with(Device::at(ordinal), [&](Device* device) { return f(*device); }); });
}

}  // namespace vgpu::api
