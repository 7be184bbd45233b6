// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// All types of the runtime interface.
#pragma once

#include "driver_types.h"
#include "vector_types.h"
