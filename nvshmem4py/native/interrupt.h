// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Ctrl-C ends a wait: the libraries ask from inside each long wait whether to go on, and the answer runs
// Python's signal handlers. An exception of theirs stays pending and comes out of check_error() once the call
// is back.
#pragma once

#include "library.h"

namespace nvshmem_py {

/// Lets the host library ask.
void obey_interrupts(const Library& library);

/// Lets the virtual device ask, whose function for that is given, while a thread waits for a stream.
void obey_interrupts_on_streams(void* set_interrupt);

}  // namespace nvshmem_py
