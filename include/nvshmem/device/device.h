// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What kernels can call besides the host's names: the forms of warps and blocks.
#pragma once

#include "coll.h"
#include "order.h"
#include "region.h"
#include "rma.h"
#include "signal.h"
#include "smem.h"

#ifdef __CUDA_ARCH__
    #include "impl/thread_forms.h"
#endif
