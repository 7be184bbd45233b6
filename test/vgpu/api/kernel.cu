// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels through the CUDA interface: launches in streams and graphs, arguments, failures that stay,
// attributes, variables.
#include <cuda.h>

#include <string>
#include <vector>

#include "check.h"

namespace {

__device__ int offset_of_all = 100;

__global__ void add(int* data, int value) { atomicAdd(&data[threadIdx.x], value); }
__global__ void add_offset(int* data) { data[threadIdx.x] += offset_of_all; }
__global__ void fail() {
    if (threadIdx.x == 3) __trap();
}
__global__ void wait_for(volatile int* flag) {
    while (*flag == 0) {
    }
}
__global__ void set(volatile int* flag) { *flag = 1; }
__global__ void __launch_bounds__(64) bounded(int*) {}

/// Memory of the device, zeros.
struct Data {
    explicit Data(int count) {
        EXPECT_CUDA(cudaMalloc(&at, count * sizeof(int)));
        EXPECT_CUDA(cudaMemset(at, 0, count * sizeof(int)));
    }
    ~Data() { cudaFree(at); }
    int* at = nullptr;
};

TEST(Launch, OfAnAddressTakesLowBytesOfWiderArguments) {
    Data data(32);
    Stream stream;
    size_t wide = 0xffffffff00000007;
    void* arguments[] = {&data.at, &wide};
    ASSERT_CUDA(
        cudaLaunchKernel(reinterpret_cast<const void*>(add), dim3(2), dim3(32), arguments, 0, stream));
    ASSERT_CUDA(cudaLaunchCooperativeKernel(add, dim3(2), dim3(32), arguments, 0, stream));
    ASSERT_CUDA(cudaStreamSynchronize(stream));
    EXPECT_EQ(28, data.at[31]);
    EXPECT_EQ(cudaErrorInvalidDeviceFunction,
              cudaLaunchKernel(&wide, dim3(1), dim3(1), arguments, 0, stream));
    EXPECT_EQ(cudaErrorInvalidConfiguration,
              cudaLaunchKernel(add, dim3(1), dim3(1025), arguments, 0, stream));
    EXPECT_EQ(cudaErrorInvalidConfiguration, cudaLaunchKernel(add, dim3(0), dim3(1), arguments, 0, stream));
    EXPECT_EQ(cudaErrorCooperativeLaunchTooLarge,
              cudaLaunchCooperativeKernel(add, dim3(100000), dim3(1024), arguments, 0, stream));
    cudaGetLastError();
    bounded<<<1, 65>>>(nullptr);
    EXPECT_EQ(cudaErrorLaunchOutOfResources, cudaGetLastError());
    EXPECT_CUDA(cudaDeviceSynchronize());
}

TEST(Launch, KernelsOfTwoStreamsRunAtTheSameTime) {
    Data flag(1);
    Stream first(cudaStreamNonBlocking), second(cudaStreamNonBlocking);
    wait_for<<<1, 1, 0, first>>>(flag.at);
    set<<<1, 1, 0, second>>>(flag.at);
    ASSERT_CUDA(cudaStreamSynchronize(first));
    EXPECT_EQ(1, *flag.at);
}

TEST(Launch, IsCapturedWithItsArguments) {
    Data data(32);
    Stream stream(cudaStreamNonBlocking);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    ASSERT_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    add<<<1, 32, 0, stream>>>(data.at, 3);
    ASSERT_CUDA(cudaStreamEndCapture(stream, &graph));
    ASSERT_CUDA(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
    for (int i = 0; i < 5; ++i) ASSERT_CUDA(cudaGraphLaunch(exec, stream));
    ASSERT_CUDA(cudaStreamSynchronize(stream));
    EXPECT_EQ(15, data.at[0]);
    size_t one = 1;
    ASSERT_CUDA(cudaGraphGetNodes(graph, &node, &one));
    cudaKernelNodeParams parameters{};
    ASSERT_CUDA(cudaGraphKernelNodeGetParams(node, &parameters));
    EXPECT_EQ(reinterpret_cast<void*>(add), parameters.func);
    int value = 10;
    void* arguments[] = {&data.at, &value};
    parameters.kernelParams = arguments;
    ASSERT_CUDA(cudaGraphExecKernelNodeSetParams(exec, node, &parameters));
    ASSERT_CUDA(cudaGraphLaunch(exec, stream));
    ASSERT_CUDA(cudaStreamSynchronize(stream));
    EXPECT_EQ(25, data.at[0]);
    ASSERT_CUDA(cudaGraphExecDestroy(exec));
    ASSERT_CUDA(cudaGraphDestroy(graph));
}

TEST(Symbols, AreReadAndWritten) {
    Data data(4);
    const int five = 5;
    int back = 0;
    ASSERT_CUDA(cudaMemcpyToSymbol(offset_of_all, &five, sizeof(five)));
    add_offset<<<1, 4>>>(data.at);
    ASSERT_CUDA(cudaMemcpyFromSymbol(&back, offset_of_all, sizeof(back)));
    EXPECT_EQ(5, back);
    EXPECT_EQ(5, data.at[3]);
    EXPECT_EQ(cudaErrorInvalidValue, cudaMemcpyToSymbol(offset_of_all, &five, sizeof(five), 1));
    EXPECT_EQ(cudaErrorInvalidSymbol, cudaMemcpyToSymbol(back, &five, sizeof(five)));
    cudaGetLastError();
}

TEST(Functions, TellAttributesAndOccupancy) {
    cudaFuncAttributes attributes{};
    ASSERT_CUDA(cudaFuncGetAttributes(&attributes, bounded));
    EXPECT_EQ(64, attributes.maxThreadsPerBlock);
    int blocks = 0, grid = 0, block = 0;
    ASSERT_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 1024, 0));
    EXPECT_EQ(2, blocks);
    ASSERT_CUDA(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded));
    EXPECT_EQ(64, block);
    Data data(1);
    add<<<1, 1, 50 << 10>>>(data.at, 1);
    EXPECT_EQ(cudaErrorInvalidValue, cudaGetLastError());
    ASSERT_CUDA(cudaFuncSetAttribute(add, cudaFuncAttributeMaxDynamicSharedMemorySize, 50 << 10));
    add<<<1, 1, 50 << 10>>>(data.at, 1);
    ASSERT_CUDA(cudaDeviceSynchronize());
    EXPECT_EQ(1, data.at[0]);
    cudaFunction_t function;
    ASSERT_CUDA(cudaGetFuncBySymbol(&function, reinterpret_cast<const void*>(add)));
    int value = 2;
    void* arguments[] = {&data.at, &value};
    ASSERT_EQ(CUDA_SUCCESS, cuInit(0));
    ASSERT_EQ(CUDA_SUCCESS, cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr))
        << vgpuLastErrorText();
    ASSERT_CUDA(cudaDeviceSynchronize());
    EXPECT_EQ(3, data.at[0]);
}

TEST(Failure, StaysUntilTheDeviceIsReset) {
    ASSERT_CUDA(cudaSetDevice(1));
    fail<<<1, 32>>>();
    EXPECT_EQ(cudaErrorLaunchFailure, cudaDeviceSynchronize());
    EXPECT_NE(std::string::npos,
              std::string(vgpuLastErrorText()).find("kernel fail, block (0,0,0), thread (3,0,0)"))
        << vgpuLastErrorText();
    EXPECT_EQ(cudaErrorLaunchFailure, cudaGetLastError());
    EXPECT_EQ(cudaErrorLaunchFailure, cudaGetLastError());
    void* pointer = nullptr;
    EXPECT_EQ(cudaErrorLaunchFailure, cudaMalloc(&pointer, 16));
    ASSERT_CUDA(cudaSetDevice(0));
    EXPECT_CUDA(cudaDeviceSynchronize());  // the other devices work on
    ASSERT_CUDA(cudaSetDevice(1));
    EXPECT_CUDA(cudaDeviceReset());
    EXPECT_CUDA(cudaGetLastError());
    EXPECT_CUDA(cudaMalloc(&pointer, 16));
    EXPECT_CUDA(cudaFree(pointer));
    ASSERT_CUDA(cudaSetDevice(0));
}

}  // namespace
