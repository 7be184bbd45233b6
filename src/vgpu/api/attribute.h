// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What may be asked about a device.
#pragma once

#include "vgpu/api/device.h"

namespace vgpu::api {

/// `number` is a cudaDeviceAttr or a CUdevice_attribute, which agree.
Expected<int> attribute_of(const Device& device, int number);
cudaDeviceProp properties_of(const Device& device);
Expected<int> find_by_bus_id(const char* id);

/// Text with its 0 into a caller's place of `length` bytes.
Outcome write_text(const char* name, char* place, int length, const std::string& text);

}  // namespace vgpu::api
