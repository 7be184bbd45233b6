// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Variables of device code, by address.
#pragma once

#include "vgpu/api/outcome.h"

namespace vgpu::api {

/// The variable that a program names so; an error where it was not registered.
Expected<const Variable*> symbol_at(const void* symbol);
/// The address `offset` bytes into the variable; an error where `bytes` reach beyond it.
Expected<char*> place_in(const void* symbol, size_t offset, size_t bytes);

}  // namespace vgpu::api
