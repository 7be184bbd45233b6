// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Order within and between streams, progress without anybody who waits, events.
#include <vector>

#include "check.h"

namespace {

using Log = std::vector<int>;

/// Appends a number to a log.
struct Note {
    Log* log;
    int number;
    static void write(void* note) {
        auto* self = static_cast<Note*>(note);
        self->log->push_back(self->number);
    }
};

void add_one(void* count) { ++*static_cast<std::atomic<int>*>(count); }

TEST(Stream, RunsInOrder) {
    Stream stream;
    Log log;
    std::vector<Note> notes;
    for (int i = 0; i < 100; ++i) notes.push_back({&log, i});
    for (Note& note : notes) ASSERT_CUDA(cudaLaunchHostFunc(stream, Note::write, &note));
    ASSERT_CUDA(cudaStreamSynchronize(stream));
    ASSERT_EQ(100u, log.size());
    for (int i = 0; i < 100; ++i) EXPECT_EQ(i, log[static_cast<size_t>(i)]);
}

TEST(Stream, RunsWithoutAnybodyWaiting) {
    Stream stream;
    std::atomic<int> count{0};
    ASSERT_CUDA(cudaLaunchHostFunc(stream, add_one, &count));
    EXPECT_TRUE(eventually([&] { return count == 1; }));
    EXPECT_TRUE(eventually([&] { return cudaStreamQuery(stream) == cudaSuccess; }));
}

TEST(Stream, WorkThatWaitsHoldsUpNoOtherStream) {
    constexpr int kStreams = 24;
    std::vector<std::unique_ptr<Stream>> streams;
    std::vector<std::unique_ptr<Gate>> gates;
    std::atomic<int> count{0};
    for (int i = 0; i < kStreams; ++i) {
        streams.push_back(std::make_unique<Stream>(cudaStreamNonBlocking));
        gates.push_back(std::make_unique<Gate>());
        ASSERT_CUDA(cudaLaunchHostFunc(*streams.back(), Gate::wait, gates.back().get()));
    }
    for (auto& gate : gates) EXPECT_TRUE(eventually([&] { return gate->entered(); }));
    Stream last(cudaStreamNonBlocking);
    ASSERT_CUDA(cudaLaunchHostFunc(last, add_one, &count));
    ASSERT_CUDA(cudaStreamSynchronize(last));
    EXPECT_EQ(1, count);
    for (auto& gate : gates) gate->open();
    ASSERT_CUDA(cudaDeviceSynchronize());
}

TEST(Stream, QuerySaysNotReadyUntilDone) {
    Stream stream;
    Gate gate;
    ASSERT_CUDA(cudaLaunchHostFunc(stream, Gate::wait, &gate));
    EXPECT_EQ(cudaErrorNotReady, cudaStreamQuery(stream));
    cudaGetLastError();
    gate.open();
    ASSERT_CUDA(cudaStreamSynchronize(stream));
    EXPECT_CUDA(cudaStreamQuery(stream));
}

TEST(NullStream, WaitsForBlockingStreamsAndHoldsThemUp) {
    Stream blocking, independent(cudaStreamNonBlocking);
    Gate gate, null_gate;
    std::atomic<int> null_count{0}, later{0}, apart{0};
    ASSERT_CUDA(cudaLaunchHostFunc(blocking, Gate::wait, &gate));
    ASSERT_CUDA(cudaLaunchHostFunc(nullptr, add_one, &null_count));
    ASSERT_CUDA(cudaLaunchHostFunc(nullptr, Gate::wait, &null_gate));
    ASSERT_CUDA(cudaLaunchHostFunc(independent, add_one, &apart));
    ASSERT_CUDA(cudaStreamSynchronize(independent));
    EXPECT_EQ(1, apart);
    EXPECT_EQ(0, null_count);
    Stream other;
    ASSERT_CUDA(cudaLaunchHostFunc(other, add_one, &later));
    gate.open();
    EXPECT_TRUE(eventually([&] { return null_gate.entered(); }));
    EXPECT_EQ(1, null_count);
    EXPECT_EQ(0, later);
    null_gate.open();
    ASSERT_CUDA(cudaStreamSynchronize(other));
    EXPECT_EQ(1, later);
}

TEST(Event, OrdersStreamsAndKeepsTime) {
    Stream first(cudaStreamNonBlocking), second(cudaStreamNonBlocking);
    Event start, end;
    Gate gate;
    std::atomic<int> count{0};
    ASSERT_CUDA(cudaEventRecord(start, first));
    ASSERT_CUDA(cudaLaunchHostFunc(first, Gate::wait, &gate));
    ASSERT_CUDA(cudaEventRecord(end, first));
    ASSERT_CUDA(cudaStreamWaitEvent(second, end, 0));
    ASSERT_CUDA(cudaLaunchHostFunc(second, add_one, &count));
    EXPECT_EQ(cudaErrorNotReady, cudaEventQuery(end));
    float ms = -1;
    EXPECT_EQ(cudaErrorNotReady, cudaEventElapsedTime(&ms, start, end));
    cudaGetLastError();
    EXPECT_EQ(0, count);
    gate.open();
    ASSERT_CUDA(cudaStreamSynchronize(second));
    EXPECT_EQ(1, count);
    ASSERT_CUDA(cudaEventElapsedTime(&ms, start, end));
    EXPECT_GT(ms, 0);
}

TEST(Event, AWaitMeansTheRecordBeforeIt) {
    Stream first(cudaStreamNonBlocking), second(cudaStreamNonBlocking);
    Event event;
    Gate gate;
    ASSERT_CUDA(cudaStreamWaitEvent(second, event, 0));  // never recorded: nothing to wait for
    ASSERT_CUDA(cudaEventRecord(event, first));
    ASSERT_CUDA(cudaStreamWaitEvent(second, event, 0));
    ASSERT_CUDA(cudaLaunchHostFunc(first, Gate::wait, &gate));
    ASSERT_CUDA(cudaEventRecord(event, first));
    ASSERT_CUDA(cudaStreamSynchronize(second));
    EXPECT_EQ(cudaErrorNotReady, cudaEventQuery(event));
    cudaGetLastError();
    gate.open();
    ASSERT_CUDA(cudaEventSynchronize(event));
}

TEST(Stream, DestroyLeavesItsWorkToBeDone) {
    std::atomic<int> count{0};
    Gate gate;
    cudaStream_t stream;
    ASSERT_CUDA(cudaStreamCreate(&stream));
    ASSERT_CUDA(cudaLaunchHostFunc(stream, Gate::wait, &gate));
    ASSERT_CUDA(cudaLaunchHostFunc(stream, add_one, &count));
    ASSERT_CUDA(cudaStreamDestroy(stream));
    EXPECT_EQ(cudaErrorInvalidResourceHandle, cudaStreamSynchronize(stream));
    cudaGetLastError();
    gate.open();
    ASSERT_CUDA(cudaDeviceSynchronize());
    EXPECT_EQ(1, count);
}

TEST(Stream, HostFunctionsMayNotCallTheInterface) {
    Stream stream;
    cudaError_t seen = cudaSuccess;
    ASSERT_CUDA(cudaLaunchHostFunc(
        stream, [](void* place) { *static_cast<cudaError_t*>(place) = cudaDeviceSynchronize(); }, &seen));
    ASSERT_CUDA(cudaStreamSynchronize(stream));
    EXPECT_EQ(cudaErrorNotPermitted, seen);
}

}  // namespace
