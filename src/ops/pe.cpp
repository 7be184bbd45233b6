// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Where the PE at work is kept.
#include "ops/pe.h"

namespace omni::ops {

namespace detail {
__thread Pe* pe_of_thread __attribute__((tls_model("initial-exec"))) = nullptr;
Pe* pe_of_process = nullptr;
}  // namespace detail

void set_pe_of_thread(Pe* pe) { detail::pe_of_thread = pe; }
void set_pe_of_process(Pe* pe) { detail::pe_of_process = pe; }

}  // namespace omni::ops
