// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Allocation, copies, fills, what is known of addresses.
#include <cstring>
#include <string>
#include <vector>

#include "check.h"

namespace {

TEST(Memory, RoundTrip) {
    int* device = nullptr;
    ASSERT_CUDA(cudaMalloc(&device, 1000));
    EXPECT_EQ(0u, reinterpret_cast<uintptr_t>(device) % 256);
    ASSERT_CUDA(cudaMemset(device, 0x5a, 1000));
    std::vector<unsigned char> host(1000, 0);
    ASSERT_CUDA(cudaMemcpy(host.data(), device, 1000, cudaMemcpyDeviceToHost));
    for (unsigned char byte : host) ASSERT_EQ(0x5a, byte);
    ASSERT_CUDA(cudaFree(device));
    EXPECT_EQ(cudaErrorInvalidValue, cudaFree(device));
    cudaGetLastError();
}

TEST(Memory, APageableSourceMayChangeAfterTheCall) {
    Gate gate;
    int* device = nullptr;
    ASSERT_CUDA(cudaMalloc(&device, sizeof(int)));
    {
        Stream stream;
        ASSERT_CUDA(cudaLaunchHostFunc(stream, Gate::wait, &gate));
        int value = 42;
        ASSERT_CUDA(cudaMemcpyAsync(device, &value, sizeof(int), cudaMemcpyHostToDevice, stream));
        value = 0;
        gate.open();
        ASSERT_CUDA(cudaStreamSynchronize(stream));
    }
    EXPECT_EQ(42, *device);
    ASSERT_CUDA(cudaFree(device));
}

TEST(Memory, CopiesBeyondAnAllocationAreRefusedWithAText) {
    char *device = nullptr, host[200];
    ASSERT_CUDA(cudaMalloc(&device, 100));
    EXPECT_EQ(cudaErrorInvalidValue, cudaMemcpy(device, host, 101, cudaMemcpyHostToDevice));
    EXPECT_NE(std::string::npos, std::string(vgpuLastErrorText()).find("cudaMemcpy: dst"))
        << vgpuLastErrorText();
    EXPECT_EQ(cudaErrorInvalidValue, cudaPeekAtLastError());
    EXPECT_EQ(cudaErrorInvalidValue, cudaGetLastError());
    EXPECT_EQ(cudaSuccess, cudaGetLastError());
    EXPECT_EQ(cudaErrorInvalidMemcpyDirection, cudaMemcpy(device, host, 1, static_cast<cudaMemcpyKind>(7)));
    cudaGetLastError();
    ASSERT_CUDA(cudaFree(device));
}

TEST(Memory, MoreThanTheDeviceHasIsOutOfMemory) {
    size_t free = 0, total = 0;
    ASSERT_CUDA(cudaMemGetInfo(&free, &total));
    EXPECT_LE(free, total);
    void* pointer = &free;
    EXPECT_EQ(cudaErrorMemoryAllocation, cudaMalloc(&pointer, total + 1));
    EXPECT_EQ(nullptr, pointer);
    cudaGetLastError();
    ASSERT_CUDA(cudaMalloc(&pointer, 1 << 20));
    size_t less = 0;
    ASSERT_CUDA(cudaMemGetInfo(&less, &total));
    EXPECT_LE(less + (1 << 20), free);
    ASSERT_CUDA(cudaFree(pointer));
    ASSERT_CUDA(cudaMemGetInfo(&less, &total));
    EXPECT_EQ(free, less);
}

TEST(Memory, BoxesOfRows) {
    constexpr size_t width = 30, height = 7;
    char* device = nullptr;
    size_t pitch = 0;
    ASSERT_CUDA(cudaMallocPitch(&device, &pitch, width, height));
    ASSERT_GE(pitch, width);
    ASSERT_CUDA(cudaMemset2D(device, pitch, 1, pitch, height));
    std::vector<char> from(width * height), to(width * height, 0);
    for (size_t i = 0; i < from.size(); ++i) from[i] = static_cast<char>(i);
    ASSERT_CUDA(cudaMemcpy2D(device, pitch, from.data(), width, width, height, cudaMemcpyHostToDevice));
    EXPECT_EQ(1, device[width]);
    EXPECT_EQ(static_cast<char>(width), device[pitch]);
    ASSERT_CUDA(cudaMemcpy2D(to.data(), width, device, pitch, width, height, cudaMemcpyDeviceToHost));
    EXPECT_EQ(from, to);
    EXPECT_EQ(cudaErrorInvalidPitchValue,
              cudaMemcpy2D(to.data(), width - 1, device, pitch, width, height, cudaMemcpyDeviceToHost));
    cudaGetLastError();
    ASSERT_CUDA(cudaFree(device));
}

TEST(Memory, AttributesOfPointers) {
    cudaPointerAttributes attributes{};
    int own = 0;
    ASSERT_CUDA(cudaPointerGetAttributes(&attributes, &own));
    EXPECT_EQ(cudaMemoryTypeUnregistered, attributes.type);
    char* pointer = nullptr;
    ASSERT_CUDA(cudaMalloc(&pointer, 64));
    ASSERT_CUDA(cudaPointerGetAttributes(&attributes, pointer + 63));
    EXPECT_EQ(cudaMemoryTypeDevice, attributes.type);
    EXPECT_EQ(0, attributes.device);
    EXPECT_EQ(pointer + 63, attributes.devicePointer);
    ASSERT_CUDA(cudaFree(pointer));
    ASSERT_CUDA(cudaHostAlloc(&pointer, 64, cudaHostAllocMapped));
    ASSERT_CUDA(cudaPointerGetAttributes(&attributes, pointer));
    EXPECT_EQ(cudaMemoryTypeHost, attributes.type);
    ASSERT_CUDA(cudaFreeHost(pointer));
    std::vector<char> memory(4096);
    ASSERT_CUDA(cudaHostRegister(memory.data(), memory.size(), cudaHostRegisterDefault));
    EXPECT_EQ(cudaErrorHostMemoryAlreadyRegistered,
              cudaHostRegister(memory.data() + 8, 8, cudaHostRegisterDefault));
    ASSERT_CUDA(cudaPointerGetAttributes(&attributes, memory.data()));
    EXPECT_EQ(cudaMemoryTypeHost, attributes.type);
    ASSERT_CUDA(cudaHostUnregister(memory.data()));
    EXPECT_EQ(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(memory.data()));
    cudaGetLastError();
}

TEST(Devices, AreThereAndSelectedByThread) {
    int count = 0, device = -1;
    ASSERT_CUDA(cudaGetDeviceCount(&count));
    ASSERT_GE(count, 8);
    ASSERT_CUDA(cudaSetDevice(count - 1));
    std::thread([] {
        int of_thread = -1;
        EXPECT_CUDA(cudaGetDevice(&of_thread));
        EXPECT_EQ(0, of_thread);
    }).join();
    ASSERT_CUDA(cudaGetDevice(&device));
    EXPECT_EQ(count - 1, device);
    EXPECT_EQ(cudaErrorInvalidDevice, cudaSetDevice(count));
    EXPECT_EQ(cudaErrorInvalidDevice, cudaGetLastError());
    ASSERT_CUDA(cudaSetDevice(0));
    int unified = 0;
    ASSERT_CUDA(cudaDeviceGetAttribute(&unified, cudaDevAttrUnifiedAddressing, 0));
    EXPECT_EQ(1, unified);
}

}  // namespace
