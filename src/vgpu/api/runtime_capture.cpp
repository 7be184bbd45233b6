// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Capture in the runtime interface.
#include <cuda_runtime_api.h>

#include <algorithm>

#include "vgpu/api/capture.h"
#include "vgpu/api/give.h"
#include "vgpu/api/shell.h"

using namespace vgpu::api;
using vgpu::Outcome;

namespace {

template <class F>
cudaError_t on_stream(const char* function, cudaStream_t handle, F f) {
    return runtime(function,
                   [&] { return with(find_stream(handle), [&](Stream* stream) { return f(*stream); }); });
}

}  // namespace

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode mode) {
    return on_stream("cudaStreamBeginCapture", handle,
                     [&](Stream& stream) { return begin_capture(stream, mode, nullptr, {}); });
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t handle, cudaGraph_t graph,
                                          const cudaGraphNode_t* after, const cudaGraphEdgeData*,
                                          size_t count, cudaStreamCaptureMode mode) {
    return on_stream("cudaStreamBeginCaptureToGraph", handle, [&](Stream& stream) {
        return with(find_graph(graph), [&](const std::shared_ptr<Graph>& found) {
            return with(nodes_of(*found, after, count),
                        [&](const Nodes& nodes) { return begin_capture(stream, mode, found, nodes); });
        });
    });
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* graph) {
    return on_stream("cudaStreamEndCapture", handle,
                     [&](Stream& stream) { return end_capture_into(stream, graph); });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t handle, cudaStreamCaptureStatus* status) {
    return on_stream("cudaStreamIsCapturing", handle, [&](Stream& stream) -> Outcome {
        VGPU_TRY(check_implicit(stream));
        return give("pCaptureStatus", status, capture_status(stream));
    });
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** nodes, const cudaGraphEdgeData** edges,
                                     size_t* count) {
    return on_stream("cudaStreamGetCaptureInfo", handle, [&](Stream& stream) -> Outcome {
        VGPU_TRY(give("captureStatus_out", status, capture_status(stream)));
        if (*status != cudaStreamCaptureStatusActive) return {};
        if (id) *id = stream.capture->id;
        if (graph) *graph = stream.capture->graph.get();
        if (nodes) *nodes = stream.frontier.data();
        if (edges) *edges = nullptr;
        if (count) *count = stream.frontier.size();
        return {};
    });
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t handle, cudaGraphNode_t* nodes,
                                                const cudaGraphEdgeData*, size_t count, unsigned flags) {
    return on_stream("cudaStreamUpdateCaptureDependencies", handle, [&](Stream& stream) -> Outcome {
        VGPU_TRY(only_flags(flags, cudaStreamSetCaptureDependencies));
        if (capture_status(stream) != cudaStreamCaptureStatusActive)
            return fail(cudaErrorIllegalState, "the stream is not being captured");
        auto found = nodes_of(*stream.capture->graph, nodes, count);
        if (!found.ok()) return found.failure();
        if (flags == cudaStreamSetCaptureDependencies) stream.frontier.clear();
        for (Node* node : *found)
            if (std::ranges::find(stream.frontier, node) == stream.frontier.end())
                stream.frontier.push_back(node);
        return {};
    });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
    return runtime("cudaThreadExchangeStreamCaptureMode", [&]() -> Outcome {
        return mode ? exchange_capture_mode(*mode) : fail(cudaErrorInvalidValue, "mode is null");
    });
}

}  // extern "C"
