// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Graphs: captured and built by hand, replayed, changed.
#include <vector>

#include "check.h"
#include "vgpu/hooks.h"

namespace {

struct Graph {
    ~Graph() {
        if (exec) cudaGraphExecDestroy(exec);
        if (handle) cudaGraphDestroy(handle);
    }
    cudaGraph_t handle = nullptr;
    cudaGraphExec_t exec = nullptr;
};

size_t count_nodes(cudaGraph_t graph) {
    size_t count = 0;
    EXPECT_CUDA(cudaGraphGetNodes(graph, nullptr, &count));
    return count;
}

void add_one(void* count) { ++*static_cast<std::atomic<int>*>(count); }

TEST(Capture, WorkRunsAtEachLaunchAndNotBefore) {
    Stream stream(cudaStreamNonBlocking);
    Graph graph;
    std::atomic<int> count{0};
    int dropped = 0;
    struct Argument {
        std::atomic<int>* count;
        int* dropped;
    } argument{&count, &dropped};
    ASSERT_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < 10; ++i) ASSERT_CUDA(cudaLaunchHostFunc(stream, add_one, &count));
    ASSERT_EQ(0, vgpuEnqueue(
                     stream, [](void* a) { *static_cast<Argument*>(a)->count += 100; }, &argument,
                     [](void* a) { ++*static_cast<Argument*>(a)->dropped; }, 0));
    cudaStreamCaptureStatus status;
    ASSERT_CUDA(cudaStreamIsCapturing(stream, &status));
    EXPECT_EQ(cudaStreamCaptureStatusActive, status);
    ASSERT_CUDA(cudaStreamEndCapture(stream, &graph.handle));
    EXPECT_EQ(11u, count_nodes(graph.handle));
    ASSERT_CUDA(cudaGraphInstantiate(&graph.exec, graph.handle, 0));
    ASSERT_CUDA(cudaGraphDestroy(graph.handle));
    graph.handle = nullptr;
    EXPECT_EQ(0, count);
    for (int i = 0; i < 3; ++i) ASSERT_CUDA(cudaGraphLaunch(graph.exec, stream));
    ASSERT_CUDA(cudaStreamSynchronize(stream));
    EXPECT_EQ(330, count);
    EXPECT_EQ(0, dropped);
    ASSERT_CUDA(cudaGraphExecDestroy(graph.exec));
    graph.exec = nullptr;
    EXPECT_EQ(1, dropped);
}

TEST(Capture, ForksAndJoinsByEvents) {
    Stream first(cudaStreamNonBlocking), second(cudaStreamNonBlocking);
    Event fork(cudaEventDisableTiming), join(cudaEventDisableTiming);
    Gate gate;
    std::atomic<int> count{0};
    Graph graph;
    ASSERT_CUDA(cudaStreamBeginCapture(first, cudaStreamCaptureModeThreadLocal));
    ASSERT_CUDA(cudaEventRecord(fork, first));
    ASSERT_CUDA(cudaStreamWaitEvent(second, fork));
    ASSERT_CUDA(cudaLaunchHostFunc(first, Gate::wait, &gate));  // waits for the other branch
    ASSERT_CUDA(cudaLaunchHostFunc(second, [](void* g) { static_cast<Gate*>(g)->open(); }, &gate));
    ASSERT_CUDA(cudaLaunchHostFunc(second, add_one, &count));
    EXPECT_EQ(cudaErrorCapturedEvent, cudaEventQuery(fork));
    ASSERT_CUDA(cudaEventRecord(join, second));
    ASSERT_CUDA(cudaStreamWaitEvent(first, join));
    ASSERT_CUDA(cudaLaunchHostFunc(first, add_one, &count));
    ASSERT_CUDA(cudaStreamEndCapture(first, &graph.handle));
    cudaGetLastError();
    EXPECT_EQ(4u, count_nodes(graph.handle));
    size_t edges = 0;
    ASSERT_CUDA(cudaGraphGetEdges(graph.handle, nullptr, nullptr, nullptr, &edges));
    EXPECT_EQ(3u, edges);
    ASSERT_CUDA(cudaGraphInstantiate(&graph.exec, graph.handle));
    for (int i = 0; i < 20; ++i) ASSERT_CUDA(cudaGraphLaunch(graph.exec, first));
    ASSERT_CUDA(cudaStreamSynchronize(first));
    EXPECT_EQ(40, count);
}

TEST(Capture, EndsWithAnErrorWhereItIsNotWhole) {
    Stream first(cudaStreamNonBlocking), second(cudaStreamNonBlocking);
    Event fork;
    std::atomic<int> count{0};
    cudaGraph_t graph = nullptr;
    ASSERT_CUDA(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    ASSERT_CUDA(cudaEventRecord(fork, first));
    ASSERT_CUDA(cudaStreamWaitEvent(second, fork));
    ASSERT_CUDA(cudaLaunchHostFunc(second, add_one, &count));
    EXPECT_EQ(cudaErrorStreamCaptureUnjoined, cudaStreamEndCapture(first, &graph));
    EXPECT_EQ(nullptr, graph);
    ASSERT_CUDA(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    EXPECT_EQ(cudaErrorStreamCaptureUnsupported, cudaStreamSynchronize(first));
    EXPECT_EQ(cudaErrorStreamCaptureInvalidated, cudaLaunchHostFunc(first, add_one, &count));
    EXPECT_EQ(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(first, &graph));
    EXPECT_EQ(cudaErrorIllegalState, cudaStreamEndCapture(first, &graph));
    EXPECT_EQ(cudaErrorStreamCaptureUnsupported,
              cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal));
    cudaGetLastError();
    ASSERT_CUDA(cudaLaunchHostFunc(first, add_one, &count));
    ASSERT_CUDA(cudaStreamSynchronize(first));
    EXPECT_EQ(1, count);
}

TEST(Capture, ModesDecideWhichCallsAreAllowed) {
    Stream stream(cudaStreamNonBlocking);
    cudaGraph_t graph = nullptr;
    void* pointer = nullptr;
    ASSERT_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    EXPECT_EQ(cudaErrorStreamCaptureUnsupported, cudaMalloc(&pointer, 16));
    EXPECT_EQ(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(stream, &graph));
    ASSERT_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    std::thread([&] { EXPECT_CUDA(cudaMalloc(&pointer, 16)); }).join();
    ASSERT_CUDA(cudaStreamEndCapture(stream, &graph));
    ASSERT_CUDA(cudaGraphDestroy(graph));
    ASSERT_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    EXPECT_CUDA(cudaFree(pointer));
    ASSERT_CUDA(cudaStreamEndCapture(stream, &graph));
    ASSERT_CUDA(cudaGraphDestroy(graph));
    Stream blocking;
    ASSERT_CUDA(cudaStreamBeginCapture(blocking, cudaStreamCaptureModeRelaxed));
    EXPECT_EQ(cudaErrorStreamCaptureImplicit, cudaMemsetAsync(&graph, 0, sizeof(graph), nullptr));
    EXPECT_EQ(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(blocking, &graph));
    cudaGetLastError();
}

TEST(Nodes, BuiltByHandRunInOrderAndCanBeChanged) {
    Graph graph;
    Stream stream;
    int* data = nullptr;
    ASSERT_CUDA(cudaMalloc(&data, 4 * sizeof(int)));
    std::vector<int> host(4, -1);
    ASSERT_CUDA(cudaGraphCreate(&graph.handle, 0));
    cudaMemsetParams fill{data, 0, 0x01010101, 4, 4, 1};
    cudaGraphNode_t filled, copied, hosted, empty;
    ASSERT_CUDA(cudaGraphAddMemsetNode(&filled, graph.handle, nullptr, 0, &fill));
    ASSERT_CUDA(cudaGraphAddEmptyNode(&empty, graph.handle, &filled, 1));
    ASSERT_CUDA(cudaGraphAddMemcpyNode1D(&copied, graph.handle, &empty, 1, host.data(), data, 16,
                                         cudaMemcpyDeviceToHost));
    std::atomic<int> count{0};
    const cudaHostNodeParams run{add_one, &count};
    ASSERT_CUDA(cudaGraphAddHostNode(&hosted, graph.handle, nullptr, 0, &run));
    ASSERT_CUDA(cudaGraphAddDependencies(graph.handle, &copied, &hosted, nullptr, 1));
    EXPECT_EQ(cudaErrorInvalidValue, cudaGraphAddDependencies(graph.handle, &hosted, &filled, nullptr, 1));
    cudaGetLastError();
    size_t roots = 0;
    ASSERT_CUDA(cudaGraphGetRootNodes(graph.handle, nullptr, &roots));
    EXPECT_EQ(1u, roots);
    ASSERT_CUDA(cudaGraphInstantiate(&graph.exec, graph.handle, nullptr, nullptr, 0));
    ASSERT_CUDA(cudaGraphLaunch(graph.exec, stream));
    ASSERT_CUDA(cudaStreamSynchronize(stream));
    EXPECT_EQ(std::vector<int>(4, 0x01010101), host);
    EXPECT_EQ(1, count);
    fill.value = 7;
    ASSERT_CUDA(cudaGraphExecMemsetNodeSetParams(graph.exec, filled, &fill));
    ASSERT_CUDA(cudaGraphNodeSetEnabled(graph.exec, hosted, 0));
    ASSERT_CUDA(cudaGraphLaunch(graph.exec, nullptr));
    ASSERT_CUDA(cudaDeviceSynchronize());
    EXPECT_EQ(std::vector<int>(4, 7), host);
    EXPECT_EQ(1, count);
    cudaGraphExecUpdateResultInfo result;
    ASSERT_CUDA(cudaGraphExecUpdate(graph.exec, graph.handle, &result));
    ASSERT_CUDA(cudaGraphDestroyNode(hosted));
    EXPECT_EQ(cudaErrorGraphExecUpdateFailure, cudaGraphExecUpdate(graph.exec, graph.handle, &result));
    EXPECT_EQ(cudaGraphExecUpdateErrorTopologyChanged, result.result);
    cudaGetLastError();
    ASSERT_CUDA(cudaFree(data));
}

TEST(Nodes, ChildGraphsAndClones) {
    Graph child, parent;
    Stream stream;
    std::atomic<int> count{0};
    const cudaHostNodeParams run{add_one, &count};
    cudaGraphNode_t inner, embedded, last, twin;
    ASSERT_CUDA(cudaGraphCreate(&child.handle, 0));
    ASSERT_CUDA(cudaGraphAddHostNode(&inner, child.handle, nullptr, 0, &run));
    ASSERT_CUDA(cudaGraphCreate(&parent.handle, 0));
    ASSERT_CUDA(cudaGraphAddChildGraphNode(&embedded, parent.handle, nullptr, 0, child.handle));
    ASSERT_CUDA(cudaGraphAddHostNode(&last, parent.handle, &embedded, 1, &run));
    cudaGraph_t copy;
    ASSERT_CUDA(cudaGraphClone(&copy, parent.handle));
    ASSERT_CUDA(cudaGraphNodeFindInClone(&twin, last, copy));
    cudaGraphNodeType type;
    ASSERT_CUDA(cudaGraphNodeGetType(twin, &type));
    EXPECT_EQ(cudaGraphNodeTypeHost, type);
    ASSERT_CUDA(cudaGraphInstantiate(&parent.exec, copy, 0));
    ASSERT_CUDA(cudaGraphLaunch(parent.exec, stream));
    ASSERT_CUDA(cudaStreamSynchronize(stream));
    EXPECT_EQ(2, count);
    ASSERT_CUDA(cudaGraphDestroy(copy));
    EXPECT_EQ(cudaErrorInvalidValue, cudaGraphDestroy(copy));
    cudaGetLastError();
}

}  // namespace
