// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Ctrl-C ends a wait in the library: the library asks from inside each long wait whether to go on, and the
// answer runs Python's signal handlers. An exception of theirs stays pending and comes out of check_error()
// once the call is back.
#pragma once

#include "library.h"

namespace nvshmem_py {

/// Lets the library ask. The thread that opens the library counts as the main thread where it is Python's
/// main thread; others never run handlers.
void obey_interrupts(const Library& library);

}  // namespace nvshmem_py
