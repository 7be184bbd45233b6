// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The C++ forms of runtime functions: typed pointers in the place of void*, kernels in the place of
// addresses.
#pragma once

#include "cuda_runtime_api.h"

template <class T>
cudaError_t cudaMalloc(T** pointer, size_t bytes) {
    return ::cudaMalloc(reinterpret_cast<void**>(pointer), bytes);
}

template <class T>
cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
    return ::cudaMallocPitch(reinterpret_cast<void**>(pointer), pitch, width, height);
}

template <class T>
cudaError_t cudaMallocManaged(T** pointer, size_t bytes, unsigned int flags = cudaMemAttachGlobal) {
    return ::cudaMallocManaged(reinterpret_cast<void**>(pointer), bytes, flags);
}

template <class T>
cudaError_t cudaMallocHost(T** pointer, size_t bytes) {
    return ::cudaMallocHost(reinterpret_cast<void**>(pointer), bytes);
}

/// The overload of CUDA C++ with flags.
template <class T>
cudaError_t cudaMallocHost(T** pointer, size_t bytes, unsigned int flags) {
    return ::cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}

template <class T>
cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned int flags) {
    return ::cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}

template <class T>
cudaError_t cudaHostGetDevicePointer(T** devicePointer, void* hostPointer, unsigned int flags) {
    return ::cudaHostGetDevicePointer(reinterpret_cast<void**>(devicePointer), hostPointer, flags);
}

inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
    return cudaEventCreateWithFlags(event, flags);
}

template <class T>
cudaError_t cudaLaunchKernel(T* function, dim3 gridDim, dim3 blockDim, void** arguments,
                             size_t sharedBytes = 0, cudaStream_t stream = 0) {
    return ::cudaLaunchKernel(reinterpret_cast<const void*>(function), gridDim, blockDim, arguments,
                              sharedBytes, stream);
}

template <class T>
cudaError_t cudaLaunchCooperativeKernel(T* function, dim3 gridDim, dim3 blockDim, void** arguments,
                                        size_t sharedBytes = 0, cudaStream_t stream = 0) {
    return ::cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(function), gridDim, blockDim,
                                         arguments, sharedBytes, stream);
}

/// Each argument is converted to the type of the kernel's parameter.
template <class... P, class... A>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(P...), A&&... arguments) {
    return [&](P... values) {
        void* pointers[] = {const_cast<void*>(static_cast<const volatile void*>(&values))..., nullptr};
        return ::cudaLaunchKernelExC(config, reinterpret_cast<const void*>(kernel), pointers);
    }(static_cast<A&&>(arguments)...);
}

/// The form before CUDA 12: there is never a node to name or a log to write.
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, cudaGraphNode_t* errorNode,
                                        char* log, size_t logBytes) {
    if (errorNode) *errorNode = nullptr;
    if (log && logBytes > 0) *log = 0;
    return ::cudaGraphInstantiate(exec, graph, 0ull);
}

template <class T>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, T* function) {
    return ::cudaFuncGetAttributes(attributes, reinterpret_cast<const void*>(function));
}

template <class T>
cudaError_t cudaFuncSetAttribute(T* function, cudaFuncAttribute attribute, int value) {
    return ::cudaFuncSetAttribute(reinterpret_cast<const void*>(function), attribute, value);
}

template <class T>
cudaError_t cudaFuncSetCacheConfig(T* function, cudaFuncCache config) {
    return ::cudaFuncSetCacheConfig(reinterpret_cast<const void*>(function), config);
}

template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T* function, int blockSize,
                                                          size_t sharedBytes) {
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, reinterpret_cast<const void*>(function),
                                                           blockSize, sharedBytes);
}

/// The block size of at most `limit` threads (0: any) that fills a multiprocessor best, and how many such
/// blocks fill the device. `sharedFor(size)` is the dynamic shared memory that a block of that size uses.
template <class F, class T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* gridSize, int* blockSize, T function,
                                                           F sharedFor, int limit = 0) {
    cudaFuncAttributes attributes;
    int device = 0, multiprocessors = 0, most = 0;
    cudaError_t error = ::cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(function));
    if (error == cudaSuccess) error = ::cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = ::cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    if (error != cudaSuccess) return error;
    const int bound = attributes.maxThreadsPerBlock;
    for (int size = limit > 0 && limit < bound ? limit : bound; size > 0; size = (size - 1) / 32 * 32) {
        int blocks = 0;
        error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, reinterpret_cast<const void*>(function), size, sharedFor(size));
        if (error != cudaSuccess) return error;
        if (blocks * size <= most) continue;
        most = blocks * size;
        *gridSize = blocks * multiprocessors;
        *blockSize = size;
    }
    return cudaSuccess;
}

template <class T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* gridSize, int* blockSize, T function,
                                               size_t sharedBytes = 0, int limit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        gridSize, blockSize, function, [=](int) { return sharedBytes; }, limit);
}

template <class T>
cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream) {
    return ::cudaMallocAsync(reinterpret_cast<void**>(pointer), bytes, stream);
}

template <class T>
cudaError_t cudaMallocFromPoolAsync(T** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
    return ::cudaMallocFromPoolAsync(reinterpret_cast<void**>(pointer), bytes, pool, stream);
}

/// Variables by name: the argument is the variable itself.
template <class T>
cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* src, size_t bytes, size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return ::cudaMemcpyToSymbol(static_cast<const void*>(&symbol), src, bytes, offset, kind);
}

template <class T>
cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* src, size_t bytes, size_t offset = 0,
                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) {
    return ::cudaMemcpyToSymbolAsync(static_cast<const void*>(&symbol), src, bytes, offset, kind, stream);
}

template <class T>
cudaError_t cudaMemcpyFromSymbol(void* dst, const T& symbol, size_t bytes, size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return ::cudaMemcpyFromSymbol(dst, static_cast<const void*>(&symbol), bytes, offset, kind);
}

template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const T& symbol, size_t bytes, size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) {
    return ::cudaMemcpyFromSymbolAsync(dst, static_cast<const void*>(&symbol), bytes, offset, kind, stream);
}

template <class T>
cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
    return ::cudaGetSymbolAddress(pointer, static_cast<const void*>(&symbol));
}

template <class T>
cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol) {
    return ::cudaGetSymbolSize(bytes, static_cast<const void*>(&symbol));
}
