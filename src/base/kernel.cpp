// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/kernel.h"

namespace omni::kernel::detail {

std::atomic<const Hooks*> hooks{nullptr};

}  // namespace omni::kernel::detail
