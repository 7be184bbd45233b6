// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a user hands in as memory: a Buffer, an array, a tensor. Here it becomes an address, an extent and an
// element size, or an exception that says which operand is wrong and why.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>

namespace nvshmem_py {

struct Operand {
    const char* name;  ///< the parameter, for messages
    uintptr_t address = 0;
    size_t bytes = 0;
    size_t item = 1;   ///< bytes of one element
    bool raw = false;  ///< a Buffer: untyped bytes
};

/// The operand behind `object`. `written`: this call stores to it here. Raises NvshmemInvalid.
Operand describe(PyObject* object, const char* name, bool written);

/// Raises NvshmemInvalid unless the whole operand lies in one live symmetric allocation.
void require_symmetric(const Operand& operand);

/// The same for the local side of a transfer, where a Buffer on any memory is good too.
void require_known(const Operand& operand);

/// The address of a signal variable. Raises NvshmemInvalid unless it is a symmetric Buffer of at least 8
/// bytes, aligned to 8.
uint64_t* describe_signal(PyObject* object);

/// The handle of a stream. Raises StreamRequired for None, TypeError for what is no stream.
uintptr_t stream_handle(PyObject* object);

}  // namespace nvshmem_py
