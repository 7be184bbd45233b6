// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Calls in stream order that are worth compiling: transfers and signals. All others are Python, in
// nvshmem.core.ordered.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>

namespace nvshmem_py {

enum class Move { put, get, put_nbi, get_nbi };

/// Gives the stream a transfer of so many bytes.
void move(Move move, void* dst, const void* src, size_t bytes, int pe, uintptr_t stream);

/// Is it a stream by protocol? True for whatever has __cuda_stream__.
bool has_stream_protocol(PyObject* object);

void define_stream_calls(nanobind::module_& module);

}  // namespace nvshmem_py
