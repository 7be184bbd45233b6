// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Variables of launchers live on in all that a PE starts. A program that follows them there would take the
// place of that PE: disturb the talk with the launcher, or wait for others who have met long ago.
#pragma once

#include "base/status.h"

namespace omni::bootstrap {

/// An error when a process above this one is a PE that got its place by the same variables.
Status check_ancestors();

}  // namespace omni::bootstrap
