// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Graphs of the driver interface: whole graphs, by capture.
#include "vgpu/api/capture.h"
#include "vgpu/api/driver_shell.h"
#include "vgpu/api/graph_exec.h"
#include "vgpu/api/thread.h"

using namespace vgpu::api;
using vgpu::Outcome;

extern "C" {

CUresult cuStreamBeginCapture(CUstream handle, CUstreamCaptureMode mode) {
    return on_driver_stream("cuStreamBeginCapture", handle, [&](Stream& stream) {
        return begin_capture(stream, static_cast<cudaStreamCaptureMode>(mode), nullptr, {});
    });
}

CUresult cuStreamEndCapture(CUstream handle, CUgraph* graph) {
    return on_driver_stream("cuStreamEndCapture", handle,
                            [&](Stream& stream) { return end_capture_into(stream, graph); });
}

CUresult cuStreamIsCapturing(CUstream handle, CUstreamCaptureStatus* status) {
    return on_driver_stream("cuStreamIsCapturing", handle, [&](Stream& stream) -> Outcome {
        VGPU_TRY(check_implicit(stream));
        return give("captureStatus", status, static_cast<CUstreamCaptureStatus>(capture_status(stream)));
    });
}

CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode) {
    return driver("cuThreadExchangeStreamCaptureMode", [&]() -> Outcome {
        auto wanted =
            mode ? static_cast<cudaStreamCaptureMode>(*mode) : static_cast<cudaStreamCaptureMode>(-1);
        VGPU_TRY(exchange_capture_mode(wanted));
        *mode = static_cast<CUstreamCaptureMode>(wanted);
        return {};
    });
}

CUresult cuGraphCreate(CUgraph* graph, unsigned flags) {
    return driver("cuGraphCreate", [&]() -> Outcome {
        VGPU_TRY(only_flags(flags, 0));
        if (!graph) return fail(cudaErrorInvalidValue, "phGraph is null");
        return give("phGraph", graph, Live<Graph>::all().add(create_graph()));
    });
}

CUresult cuGraphDestroy(CUgraph handle) {
    return driver("cuGraphDestroy", [&] {
        return with(find_graph(handle), [](const std::shared_ptr<Graph>& graph) -> Outcome {
            Live<Graph>::all().remove(graph.get());
            return {};
        });
    });
}

CUresult cuGraphInstantiate(CUgraphExec* exec, CUgraph graph, unsigned long long flags) {
    return driver("cuGraphInstantiate", [&] { return instantiate_into(exec, graph, flags); });
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec* exec, CUgraph graph, unsigned long long flags) {
    return cuGraphInstantiate(exec, graph, flags);
}

CUresult cuGraphLaunch(CUgraphExec handle, CUstream stream) {
    return on_driver_stream("cuGraphLaunch", stream, [&](Stream& target) {
        return with(find_exec(handle),
                    [&](const std::shared_ptr<GraphExec>& exec) { return launch(*exec, target); });
    });
}

CUresult cuGraphExecDestroy(CUgraphExec handle) {
    return driver("cuGraphExecDestroy", [&] {
        return with(find_exec(handle), [](const std::shared_ptr<GraphExec>& exec) -> Outcome {
            Live<GraphExec>::all().remove(exec.get());
            return {};
        });
    });
}

}  // extern "C"
