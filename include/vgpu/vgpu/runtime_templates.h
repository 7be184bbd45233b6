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
