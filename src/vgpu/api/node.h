// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The parameters of nodes, in CUDA's structures: to tasks and back.
#pragma once

#include "vgpu/api/graph.h"

namespace vgpu::api {

Expected<stream::TaskPtr> to_task(const cudaKernelNodeParams* parameters);
Expected<stream::TaskPtr> to_task(const cudaMemcpy3DParms* parameters);
Expected<stream::TaskPtr> to_task(const cudaMemsetParams* parameters);
Expected<stream::TaskPtr> to_task(const cudaHostNodeParams* parameters);
Expected<stream::TaskPtr> to_task(void* dst, const void* src, size_t bytes, cudaMemcpyKind kind);

/// An error where the task is of another kind, such as work of a library in the place of a host function.
Outcome from_task(const stream::Task* task, cudaKernelNodeParams* parameters);
Outcome from_task(const stream::Task* task, cudaMemcpy3DParms* parameters);
Outcome from_task(const stream::Task* task, cudaMemsetParams* parameters);
Outcome from_task(const stream::Task* task, cudaHostNodeParams* parameters);

template <class Parameters>
inline constexpr cudaGraphNodeType kNodeType = cudaGraphNodeTypeCount;
template <>
inline constexpr cudaGraphNodeType kNodeType<cudaKernelNodeParams> = cudaGraphNodeTypeKernel;
template <>
inline constexpr cudaGraphNodeType kNodeType<cudaMemcpy3DParms> = cudaGraphNodeTypeMemcpy;
template <>
inline constexpr cudaGraphNodeType kNodeType<cudaMemsetParams> = cudaGraphNodeTypeMemset;
template <>
inline constexpr cudaGraphNodeType kNodeType<cudaHostNodeParams> = cudaGraphNodeTypeHost;

}  // namespace vgpu::api
