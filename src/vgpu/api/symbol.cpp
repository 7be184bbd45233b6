// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Symbols of the runtime interface: __device__, __constant__ and __managed__ variables. All devices share one
// of each.
#include "vgpu/api/symbol.h"

#include <cuda_runtime_api.h>

#include "vgpu/api/copy.h"
#include "vgpu/api/give.h"
#include "vgpu/api/shell.h"

namespace vgpu::api {

Expected<const Variable*> symbol_at(const void* symbol) {
    const Variable* variable = symbol ? find_variable(symbol) : nullptr;
    if (!variable)
        return fail(cudaErrorInvalidSymbol,
                    "symbol is %p, which is no __device__ or __constant__ variable of this program", symbol);
    return variable;
}

Expected<char*> place_in(const void* symbol, size_t offset, size_t bytes) {
    auto variable = symbol_at(symbol);
    if (!variable.ok()) return variable.failure();
    if (offset > (*variable)->bytes || bytes > (*variable)->bytes - offset)
        return fail(cudaErrorInvalidValue, "%zu bytes from offset %zu reach beyond the %zu bytes of %s",
                    bytes, offset, (*variable)->bytes, (*variable)->name);
    return static_cast<char*>(const_cast<void*>((*variable)->address)) + offset;
}

}  // namespace vgpu::api

using namespace vgpu::api;
using vgpu::Outcome;

namespace {

/// Copies with the variable on one side; `from_symbol` says on which.
cudaError_t copy_symbol(const char* function, const void* symbol, size_t offset, const void* other,
                        size_t bytes, cudaMemcpyKind kind, cudaStream_t handle, bool from_symbol,
                        bool waits) {
    return runtime(function, [&] {
        return with(find_stream(handle), [&](Stream* stream) {
            return with(place_in(symbol, offset, bytes), [&](char* place) {
                return from_symbol ? copy(*stream, linear(other), linear(place), {bytes}, kind, waits)
                                   : copy(*stream, linear(place), linear(other), {bytes}, kind, waits);
            });
        });
    });
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* src, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
    return copy_symbol("cudaMemcpyToSymbol", symbol, offset, src, bytes, kind, nullptr, false, true);
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* src, size_t bytes, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_symbol("cudaMemcpyToSymbolAsync", symbol, offset, src, bytes, kind, stream, false, false);
}

cudaError_t cudaMemcpyFromSymbol(void* dst, const void* symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind) {
    return copy_symbol("cudaMemcpyFromSymbol", symbol, offset, dst, bytes, kind, nullptr, true, true);
}

cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const void* symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_symbol("cudaMemcpyFromSymbolAsync", symbol, offset, dst, bytes, kind, stream, true, false);
}

cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
    return runtime("cudaGetSymbolAddress", [&] {
        return with(symbol_at(symbol), [&](const vgpu::Variable* variable) {
            return give("devPtr", pointer, const_cast<void*>(variable->address));
        });
    });
}

cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol) {
    return runtime("cudaGetSymbolSize", [&] {
        return with(symbol_at(symbol),
                    [&](const vgpu::Variable* variable) { return give("size", bytes, variable->bytes); });
    });
}

}  // extern "C"
