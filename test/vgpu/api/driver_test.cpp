// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The driver interface: contexts, virtual memory, memory operations of streams, modules.
#include <cuda.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <string>
#include <vector>

#include "check.h"

#define ASSERT_CU(call) ASSERT_EQ(CUDA_SUCCESS, (call)) << vgpuLastErrorText()
#define EXPECT_CU(call) EXPECT_EQ(CUDA_SUCCESS, (call)) << vgpuLastErrorText()

namespace {

class Driver : public testing::Test {
  protected:
    void SetUp() override {
        ASSERT_CU(cuInit(0));
        ASSERT_CU(cuDeviceGet(&device, 0));
        ASSERT_CU(cuDevicePrimaryCtxRetain(&context, device));
        ASSERT_CU(cuCtxSetCurrent(context));
    }
    void TearDown() override { EXPECT_CU(cuDevicePrimaryCtxRelease(device)); }

    CUdevice device = -1;
    CUcontext context = nullptr;
};

TEST(DriverStart, CallsWithoutAContextSaySo) {
    ASSERT_CU(cuInit(0));
    std::thread([] {
        CUdeviceptr pointer = 0;
        EXPECT_EQ(CUDA_ERROR_INVALID_CONTEXT, cuMemAlloc(&pointer, 16));
        CUcontext made = nullptr, current = nullptr;
        EXPECT_CU(cuCtxCreate(&made, nullptr, 0, 1));
        EXPECT_CU(cuCtxGetCurrent(&current));
        EXPECT_EQ(made, current);
        CUdevice device = -1;
        EXPECT_CU(cuCtxGetDevice(&device));
        EXPECT_EQ(1, device);
        EXPECT_CU(cuMemAlloc(&pointer, 16));
        EXPECT_CU(cuMemFree(pointer));
        EXPECT_CU(cuCtxDestroy(made));
        EXPECT_EQ(CUDA_ERROR_INVALID_CONTEXT, cuCtxSetCurrent(made));
    }).join();
}

TEST_F(Driver, ErrorsHaveNames) {
    const char* text = nullptr;
    EXPECT_CU(cuGetErrorName(CUDA_ERROR_OUT_OF_MEMORY, &text));
    EXPECT_STREQ("CUDA_ERROR_OUT_OF_MEMORY", text);
    EXPECT_CU(cuGetErrorString(CUDA_ERROR_NOT_READY, &text));
    EXPECT_STREQ("device not ready", text);
    EXPECT_EQ(CUDA_ERROR_INVALID_VALUE, cuGetErrorName(static_cast<CUresult>(12345), &text));
    EXPECT_STREQ("cudaErrorMemoryAllocation", cudaGetErrorName(cudaErrorMemoryAllocation));
}

CUmemAllocationProp shareable(int device) {
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, device};
    return properties;
}

/// A piece of memory, mapped and accessible.
struct Mapped {
    explicit Mapped(CUmemGenericAllocationHandle handle, size_t bytes) : bytes(bytes) {
        EXPECT_CU(cuMemAddressReserve(&pointer, bytes, 0, 0, 0));
        EXPECT_CU(cuMemMap(pointer, bytes, 0, handle, 0));
        const CUmemAccessDesc access{{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
        EXPECT_CU(cuMemSetAccess(pointer, bytes, &access, 1));
    }
    ~Mapped() {
        EXPECT_CU(cuMemUnmap(pointer, bytes));
        EXPECT_CU(cuMemAddressFree(pointer, bytes));
    }
    Mapped(const Mapped&) = delete;
    Mapped& operator=(const Mapped&) = delete;
    int* data() const { return reinterpret_cast<int*>(static_cast<uintptr_t>(pointer)); }
    CUdeviceptr pointer = 0;
    size_t bytes;
};

TEST_F(Driver, VirtualMemoryIsMappedSharedAndReleased) {
    const CUmemAllocationProp properties = shareable(0);
    size_t granularity = 0;
    ASSERT_CU(cuMemGetAllocationGranularity(&granularity, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    CUmemGenericAllocationHandle handle = 0, retained = 0, imported = 0;
    EXPECT_EQ(CUDA_ERROR_INVALID_VALUE, cuMemCreate(&handle, granularity + 1, &properties, 0));
    ASSERT_CU(cuMemCreate(&handle, granularity, &properties, 0));
    {
        Mapped here(handle, granularity);
        here.data()[7] = 42;
        ASSERT_CU(cuMemRetainAllocationHandle(&retained, here.data() + 5));
        EXPECT_EQ(handle, retained);
        ASSERT_CU(cuMemRelease(retained));
        int descriptor = -1;
        ASSERT_CU(
            cuMemExportToShareableHandle(&descriptor, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
        ASSERT_CU(cuMemImportFromShareableHandle(&imported,
                                                 reinterpret_cast<void*>(static_cast<intptr_t>(descriptor)),
                                                 CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
        ::close(descriptor);
        Mapped there(imported, granularity);
        EXPECT_EQ(42, there.data()[7]);
        there.data()[8] = 43;
        EXPECT_EQ(43, here.data()[8]);
        const CUmemLocation location{CU_MEM_LOCATION_TYPE_DEVICE, 0};
        unsigned long long flags = 0;
        ASSERT_CU(cuMemGetAccess(&flags, &location, here.pointer));
        EXPECT_EQ(static_cast<unsigned long long>(CU_MEM_ACCESS_FLAGS_PROT_READWRITE), flags);
        EXPECT_EQ(CUDA_ERROR_INVALID_VALUE, cuMemAddressFree(here.pointer, granularity));
        cudaPointerAttributes attributes{};
        ASSERT_CUDA(cudaPointerGetAttributes(&attributes, here.data()));
        EXPECT_EQ(cudaMemoryTypeDevice, attributes.type);
        EXPECT_EQ(cudaErrorInvalidValue, cudaFree(here.data()));
        cudaGetLastError();
    }
    ASSERT_CU(cuMemRelease(imported));
    ASSERT_CU(cuMemRelease(handle));
    EXPECT_EQ(CUDA_ERROR_INVALID_VALUE, cuMemRelease(handle));
}

TEST_F(Driver, StreamsWaitForValuesAndStoreThem) {
    CUstream first, second;
    ASSERT_CU(cuStreamCreate(&first, CU_STREAM_NON_BLOCKING));
    ASSERT_CU(cuStreamCreate(&second, CU_STREAM_NON_BLOCKING));
    CUdeviceptr flag = 0;
    ASSERT_CU(cuMemAlloc(&flag, 16));
    ASSERT_CU(cuMemsetD32(flag, 0, 4));
    ASSERT_CU(cuStreamWaitValue32(second, flag, 5, CU_STREAM_WAIT_VALUE_GEQ));
    ASSERT_CU(cuStreamWriteValue64(second, flag + 8, 77, CU_STREAM_WRITE_VALUE_DEFAULT));
    EXPECT_EQ(CUDA_ERROR_NOT_READY, cuStreamQuery(second));
    EXPECT_EQ(CUDA_ERROR_INVALID_VALUE, cuStreamWaitValue32(second, flag + 1, 5, CU_STREAM_WAIT_VALUE_GEQ));
    CUstreamBatchMemOpParams operations[2]{};
    operations[0].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
    operations[0].writeValue.address = flag;
    operations[0].writeValue.value = 6;
    operations[1].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_64;
    operations[1].waitValue.address = flag + 8;
    operations[1].waitValue.value64 = 77;
    operations[1].waitValue.flags = CU_STREAM_WAIT_VALUE_EQ;
    ASSERT_CU(cuStreamBatchMemOp(first, 2, operations, 0));
    ASSERT_CU(cuStreamSynchronize(first));
    ASSERT_CU(cuStreamSynchronize(second));
    ASSERT_CU(cuMemFree(flag));
    ASSERT_CU(cuStreamDestroy(first));
    ASSERT_CU(cuStreamDestroy(second));
}

TEST_F(Driver, CodeOfGpusIsRefusedWithAText) {
    CUmodule module = nullptr;
    EXPECT_EQ(CUDA_ERROR_FILE_NOT_FOUND, cuModuleLoad(&module, "/nonexistent.cubin"));
    EXPECT_EQ(CUDA_ERROR_INVALID_PTX, cuModuleLoadData(&module, ".version 8.0\n.target sm_90\n"));
    EXPECT_NE(std::string::npos, std::string(vgpuLastErrorText()).find("PTX")) << vgpuLastErrorText();
    void* function = nullptr;
    CUdriverProcAddressQueryResult result;
    ASSERT_CU(cuGetProcAddress("cuMemAlloc", &function, CUDA_VERSION, 0, &result));
    EXPECT_EQ(reinterpret_cast<void*>(&cuMemAlloc), function);
    EXPECT_EQ(CUDA_ERROR_NOT_FOUND, cuGetProcAddress("cuNothing", &function, CUDA_VERSION, 0, &result));
}

TEST_F(Driver, StreamOrderedMemoryGoesBackInOrder) {
    Stream stream;
    Gate gate;
    int* memory = nullptr;
    cudaMemPool_t pool;
    unsigned long long before = 0, during = 0, after = 0;
    ASSERT_CUDA(cudaDeviceGetDefaultMemPool(&pool, 0));
    ASSERT_CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &before));
    ASSERT_CUDA(cudaLaunchHostFunc(stream, Gate::wait, &gate));
    ASSERT_CUDA(cudaMallocAsync(&memory, 4096, stream));
    ASSERT_CUDA(cudaMemsetAsync(memory, 1, 4096, stream));
    ASSERT_CUDA(cudaFreeAsync(memory, stream));
    ASSERT_CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &during));
    EXPECT_EQ(before + 4096, during);
    gate.open();
    ASSERT_CUDA(cudaStreamSynchronize(stream));
    ASSERT_CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &after));
    EXPECT_EQ(before, after);
}

TEST_F(Driver, AChildOfForkSeesNoWorkAndCanWork) {
    Stream stream;
    Gate gate;
    ASSERT_CUDA(cudaLaunchHostFunc(stream, Gate::wait, &gate));
    EXPECT_TRUE(eventually([&] { return gate.entered(); }));
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(20);
        int* memory = nullptr;
        const bool ok = cudaStreamQuery(stream) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess &&
                        cudaMalloc(&memory, 64) == cudaSuccess && cudaMemset(memory, 1, 64) == cudaSuccess &&
                        cudaDeviceSynchronize() == cudaSuccess && *memory == 0x01010101;
        ::_exit(ok ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(child, ::waitpid(child, &status, 0));
    EXPECT_EQ(0, status);
    gate.open();
    ASSERT_CUDA(cudaStreamSynchronize(stream));
}

TEST_F(Driver, VersionedNamesAreThePlainFunctions) {
    EXPECT_EQ(&cuMemAlloc, &cuMemAlloc_v2);
    EXPECT_EQ(&cuStreamWaitValue32, &cuStreamWaitValue32_v2);
    void* function = nullptr;
    CUdriverProcAddressQueryResult result;
    ASSERT_CU(cuGetProcAddress("cuCtxDestroy_v2", &function, CUDA_VERSION, 0, &result));
    EXPECT_EQ(reinterpret_cast<void*>(&cuCtxDestroy), function);
}

TEST_F(Driver, BoxesAreCopied) {
    char from[4 * 3 * 8],
        to[2 * 2 * 3] = {};  // slices of three rows of eight bytes; slices of two rows of three
    for (size_t i = 0; i < sizeof from; ++i) from[i] = static_cast<char>(i);
    CUDA_MEMCPY3D box{};
    box.srcMemoryType = CU_MEMORYTYPE_UNIFIED;
    box.srcDevice = reinterpret_cast<CUdeviceptr>(from);
    box.srcXInBytes = 2, box.srcY = 1, box.srcZ = 2, box.srcPitch = 8, box.srcHeight = 3;
    box.dstMemoryType = CU_MEMORYTYPE_HOST;
    box.dstHost = to;
    box.dstPitch = 3, box.dstHeight = 2;
    box.WidthInBytes = 3, box.Height = 2, box.Depth = 2;
    ASSERT_CU(cuMemcpy3D(&box));
    for (int z = 0; z < 2; ++z)
        for (int y = 0; y < 2; ++y)
            for (int x = 0; x < 3; ++x)
                EXPECT_EQ((z + 2) * 24 + (y + 1) * 8 + x + 2, to[z * 6 + y * 3 + x]) << x << y << z;
    box.srcLOD = 1;
    EXPECT_EQ(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D(&box));
}

TEST_F(Driver, PoolsOfTheDriverInterface) {
    CUmemPoolProps properties{};
    properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, device};
    CUmemoryPool pool, present, standard;
    ASSERT_CU(cuMemPoolCreate(&pool, &properties));
    ASSERT_CU(cuDeviceGetDefaultMemPool(&standard, device));
    ASSERT_CU(cuDeviceSetMemPool(device, pool));
    ASSERT_CU(cuDeviceGetMemPool(&present, device));
    EXPECT_EQ(pool, present);
    CUdeviceptr first, second;
    cuuint64_t used = 0;
    ASSERT_CU(cuMemAllocAsync(&first, 256, nullptr));
    ASSERT_CU(cuMemAllocFromPoolAsync(&second, 512, pool, nullptr));
    ASSERT_CU(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
    EXPECT_EQ(768u, used);
    ASSERT_CU(cuMemFreeAsync(first, nullptr));
    ASSERT_CU(cuMemFreeAsync(second, nullptr));
    ASSERT_CU(cuStreamSynchronize(nullptr));
    ASSERT_CU(cuDeviceSetMemPool(device, standard));
    ASSERT_CU(cuMemPoolDestroy(pool));
    EXPECT_EQ(CUDA_ERROR_INVALID_VALUE, cuMemPoolDestroy(standard));
}

void add_seven(void* number) { *static_cast<int*>(number) += 7; }

TEST_F(Driver, GraphsAreBuiltOfNodes) {
    int source = 5, target = 0;
    CUgraph graph;
    CUgraphNode fill, copy, host, all[3];
    ASSERT_CU(cuGraphCreate(&graph, 0));
    const CUDA_MEMSET_NODE_PARAMS zeros{reinterpret_cast<CUdeviceptr>(&target), 0, 9, 4, 1, 1};
    ASSERT_CU(cuGraphAddMemsetNode(&fill, graph, nullptr, 0, &zeros, context));
    const CUDA_HOST_NODE_PARAMS add{add_seven, &target};
    ASSERT_CU(cuGraphAddHostNode(&host, graph, &fill, 1, &add));
    CUDA_MEMCPY3D box{};
    box.srcMemoryType = box.dstMemoryType = CU_MEMORYTYPE_HOST;
    box.srcHost = &target, box.dstHost = &source;
    box.WidthInBytes = 4, box.Height = 1, box.Depth = 1;
    ASSERT_CU(cuGraphAddMemcpyNode(&copy, graph, nullptr, 0, &box, context));
    ASSERT_CU(cuGraphAddDependencies(graph, &host, &copy, nullptr, 1));
    size_t count = 3;
    ASSERT_CU(cuGraphGetNodes(graph, all, &count));
    EXPECT_EQ(3u, count);
    CUgraphNodeType type;
    ASSERT_CU(cuGraphNodeGetType(all[1], &type));
    EXPECT_EQ(CU_GRAPH_NODE_TYPE_HOST, type);
    CUgraphExec exec;
    ASSERT_CU(cuGraphInstantiate(&exec, graph, 0));
    ASSERT_CU(cuGraphLaunch(exec, nullptr));
    ASSERT_CU(cuStreamSynchronize(nullptr));
    EXPECT_EQ(16, source);
    const CUDA_MEMSET_NODE_PARAMS ones{reinterpret_cast<CUdeviceptr>(&target), 0, 1, 4, 1, 1};
    ASSERT_CU(cuGraphExecMemsetNodeSetParams(exec, fill, &ones, context));
    EXPECT_EQ(CUDA_ERROR_INVALID_VALUE, cuGraphExecHostNodeSetParams(exec, fill, &add));
    ASSERT_CU(cuGraphLaunch(exec, nullptr));
    ASSERT_CU(cuStreamSynchronize(nullptr));
    EXPECT_EQ(8, source);
    CUDA_KERNEL_NODE_PARAMS kernel{};
    EXPECT_NE(CUDA_SUCCESS, cuGraphAddKernelNode(&copy, graph, nullptr, 0, &kernel));
    ASSERT_CU(cuGraphExecDestroy(exec));
    ASSERT_CU(cuGraphDestroy(graph));
}

/// sum += 3 * 4, by a kernel node.
void launch_in_graph(CUfunction function, CUkernel kernel, int* sum) {
    int value = 4;
    void* arguments[] = {&sum, &value};
    CUDA_KERNEL_NODE_PARAMS parameters{function, 1, 1, 1, 1, 1, 1, 0, arguments, nullptr, kernel, nullptr},
        read{};
    CUgraph graph;
    CUgraphNode node;
    CUgraphExec exec;
    ASSERT_CU(cuGraphCreate(&graph, 0));
    ASSERT_CU(cuGraphAddKernelNode(&node, graph, nullptr, 0, &parameters));
    ASSERT_CU(cuGraphKernelNodeGetParams(node, &read));
    EXPECT_EQ(4, *static_cast<int*>(read.kernelParams[1]));
    ASSERT_CU(cuGraphInstantiate(&exec, graph, 0));
    ASSERT_CU(cuGraphLaunch(exec, nullptr));
    ASSERT_CU(cuStreamSynchronize(nullptr));
    ASSERT_CU(cuGraphExecDestroy(exec));
    ASSERT_CU(cuGraphDestroy(graph));
}

TEST_F(Driver, ModulesAndLibrariesHaveKernelsAndVariables) {
    CUmodule module;
    CUfunction function;
    CUdeviceptr scale = 0;
    size_t bytes = 0;
    int sum = 0;
    ASSERT_CU(cuModuleLoad(&module, MODULE_SAMPLE));
    ASSERT_CU(cuModuleGetFunction(&function, module, "add_scaled"));
    EXPECT_EQ(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&function, module, "nothing"));
    ASSERT_CU(cuModuleGetGlobal(&scale, &bytes, module, "scale"));
    EXPECT_EQ(sizeof(int), bytes);
    EXPECT_EQ(3, *reinterpret_cast<int*>(static_cast<uintptr_t>(scale)));
    launch_in_graph(function, nullptr, &sum);
    EXPECT_EQ(12, sum);

    cudaLibrary_t library;
    cudaKernel_t kernel, listed;
    unsigned count = 0;
    void* pointer = nullptr;
    ASSERT_CUDA(cudaLibraryLoadFromFile(&library, MODULE_SAMPLE, nullptr, nullptr, 0, nullptr, nullptr, 0));
    ASSERT_CUDA(cudaLibraryGetKernel(&kernel, library, "add_scaled"));
    ASSERT_CUDA(cudaLibraryGetKernelCount(&count, library));
    EXPECT_EQ(1u, count);
    ASSERT_CUDA(cudaLibraryEnumerateKernels(&listed, 1, library));
    EXPECT_EQ(kernel, listed);
    ASSERT_CUDA(cudaLibraryGetGlobal(&pointer, &bytes, library, "scale"));
    EXPECT_EQ(scale, reinterpret_cast<CUdeviceptr>(pointer));
    launch_in_graph(nullptr, kernel, &sum);
    EXPECT_EQ(24, sum);
    ASSERT_CUDA(cudaLibraryUnload(library));
    EXPECT_EQ(cudaErrorInvalidResourceHandle, cudaLibraryUnload(library));
    ASSERT_CU(cuModuleUnload(module));
}

TEST_F(Driver, EventsOfAnotherProcess) {
    cudaEvent_t event, plain;
    ASSERT_CUDA(cudaEventCreateWithFlags(&event, cudaEventInterprocess | cudaEventDisableTiming));
    ASSERT_CUDA(cudaEventCreateWithFlags(&plain, cudaEventDisableTiming));
    cudaIpcEventHandle_t handle;
    EXPECT_EQ(cudaErrorInvalidResourceHandle, cudaIpcGetEventHandle(&handle, plain));
    ASSERT_CUDA(cudaIpcGetEventHandle(&handle, event));
    EXPECT_CUDA(cudaEventQuery(event));
    int go[2];
    ASSERT_EQ(0, ::pipe(go));
    const pid_t child = ::fork();
    if (child == 0) {  // records behind work that lasts until the parent has seen that
        ::alarm(20);
        cudaEvent_t opened;
        CUdeviceptr gate = 0;
        CUstream stream;
        bool ok = cuCtxSetCurrent(context) == CUDA_SUCCESS && cuMemAlloc(&gate, 4) == CUDA_SUCCESS &&
                  cuMemsetD32(gate, 0, 1) == CUDA_SUCCESS && cuStreamCreate(&stream, 1) == CUDA_SUCCESS &&
                  cuStreamWaitValue32(stream, gate, 1, 0) == CUDA_SUCCESS &&
                  cudaIpcOpenEventHandle(&opened, handle) == cudaSuccess &&
                  cudaEventRecord(opened, stream) == cudaSuccess &&
                  cudaEventQuery(opened) == cudaErrorNotReady;
        char byte;
        ok = ok && ::read(go[0], &byte, 1) == 1;
        *reinterpret_cast<volatile int*>(gate) = 1;
        ok = ok && cudaEventSynchronize(opened) == cudaSuccess;
        ::_exit(ok ? 0 : 1);
    }
    Stream stream;
    ASSERT_TRUE(eventually([&] { return cudaEventQuery(event) == cudaErrorNotReady; }));
    ASSERT_CUDA(cudaStreamWaitEvent(stream, event, 0));
    EXPECT_EQ(cudaErrorNotReady, cudaStreamQuery(stream));
    ASSERT_EQ(1, ::write(go[1], "", 1));
    ASSERT_CUDA(cudaEventSynchronize(event));
    ASSERT_CUDA(cudaStreamSynchronize(stream));
    EXPECT_CUDA(cudaEventQuery(event));
    int status = -1;
    ASSERT_EQ(child, ::waitpid(child, &status, 0));
    EXPECT_EQ(0, status);
    ASSERT_CUDA(cudaEventDestroy(event));
    ASSERT_CUDA(cudaEventDestroy(plain));
    ::close(go[0]);
    ::close(go[1]);
}

TEST_F(Driver, MemoryOfAnotherProcess) {
    int* memory = nullptr;
    ASSERT_CUDA(cudaMalloc(&memory, 4096));
    *memory = 5;
    cudaIpcMemHandle_t handle;
    ASSERT_CUDA(cudaIpcGetMemHandle(&handle, memory));
    const pid_t child = ::fork();
    if (child == 0) {
        void* mapped = nullptr;
        if (cudaIpcOpenMemHandle(&mapped, handle, cudaIpcMemLazyEnablePeerAccess) != cudaSuccess) ::_exit(1);
        int* there = static_cast<int*>(mapped);
        const bool ok = *there == 5;
        *there = 6;
        ::_exit(ok && cudaIpcCloseMemHandle(mapped) == cudaSuccess ? 0 : 2);
    }
    int status = -1;
    ASSERT_EQ(child, ::waitpid(child, &status, 0));
    EXPECT_EQ(0, status);
    EXPECT_EQ(6, *memory);
    ASSERT_CUDA(cudaFree(memory));
}

}  // namespace
