// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Operations that are to be carried out later, by a stream: the checks of each without the operation, so that
// the caller's thread learns what is wrong. False after an error was reported (mode return).
#pragma once

#include "ops/signal.h"
#include "ops/strided.h"

namespace omni::ops {

bool check_put(const Pe* self, const char* call, const void* dest, const void* source, size_t nelems,
               size_t size, int pe);
bool check_get(const Pe* self, const char* call, const void* dest, const void* source, size_t nelems,
               size_t size, int pe);
bool check_iput(const Pe* self, const char* call, const void* dest, const void* source,
                const Strides& strides, int pe);
bool check_iget(const Pe* self, const char* call, const void* dest, const void* source,
                const Strides& strides, int pe);
bool check_signal(const Pe* self, const char* call, const Signal& signal, int pe);
bool check_wait(const Pe* self, const Names& names, const void* ivars, size_t nelems, size_t size, int cmp);

}  // namespace omni::ops
