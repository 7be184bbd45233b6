// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Calls in stream order. This is the one place that knows how a stream call reaches the library: by its
// on-stream function where the library has one and the stream belongs to a device, else at once by the host
// function: such a stream is always empty.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>

namespace nvshmem_py {

enum class Move { put, get, put_nbi, get_nbi };

/// Moves `bytes`; returns before a stream's turn, or when the host function does.
void move(Move move, void* dst, const void* src, size_t bytes, int pe, uintptr_t stream);

/// Is it a stream by protocol? True for whatever has __cuda_stream__.
bool has_stream_protocol(PyObject* object);

void define_stream_calls(nanobind::module_& module);

}  // namespace nvshmem_py
