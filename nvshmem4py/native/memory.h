// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A piece of memory as Python sees it: the base of nvshmem.core.Buffer. It owns nothing; it says where the
// bytes are, and lends them through the buffer protocol, so that arrays are views on it that keep it alive.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>

namespace nvshmem_py {

struct Memory {
    uintptr_t address;
    size_t size;
    bool closed = false;
};

/// The base of virtual streams: a stream that native code knows by its handle.
struct StreamHandle {
    uintptr_t handle;
};

/// The Memory or StreamHandle in a Python object, null where it is none. Their types are known from
/// define_memory() on, so that asking costs no look-up.
const Memory* as_memory(PyObject* object);
const StreamHandle* as_stream_handle(PyObject* object);

void define_memory(nanobind::module_& module);

}  // namespace nvshmem_py
