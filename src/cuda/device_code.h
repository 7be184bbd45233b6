// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The device code for GPUs that is in this process: any number of pieces, from the program and its shared
// objects, which come and go with them.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "nvshmem/detail/device_entry.h"

namespace omni::cuda {

void add_device_code(nvshmemi_device_code* code);
void remove_device_code(nvshmemi_device_code* code);

bool has_device_code();
/// The object that the first piece came with; "" where there is none.
std::string origin_of_device_code();

/// Copies the state of the calling thread's PE to the calling thread's device, for each piece of code that
/// has not got it there yet.
Status fill_device_code(int device, const nvshmemi_device_state& state);
/// No piece has a state any more.
void forget_device_states();

/// The driver's function of a kernel, which the program names by its host function.
Result<void*> function_of_kernel(const void* kernel);

}  // namespace omni::cuda
