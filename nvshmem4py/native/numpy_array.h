// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Where a NumPy array lies, read from the array itself. The buffer protocol says the same, but makes a format
// string for each array that it is asked for: 350 instructions against 40, of 3,500 that a put takes. The
// beginning of the array's struct is part of NumPy's binary interface, the same in all versions since 1.7; it
// is tried on an array at the first use, and where it does not hold the answer is always no.
#pragma once

#include <nanobind/nanobind.h>

#include "operand.h"

namespace nvshmem_py {

/// Sets address, bytes and item where `object` is a numpy.ndarray (no subclass) that is contiguous in C or
/// Fortran order, and writable if `written`. False for everything else, which the buffer protocol can judge.
bool read_numpy_array(PyObject* object, bool written, Operand& operand);

}  // namespace nvshmem_py
