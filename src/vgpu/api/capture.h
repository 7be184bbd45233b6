// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Capture: streams that write their work into a graph. A capture begins on one stream; others join it by
// waiting for an event that was recorded in it, and have to be joined to the first again.
#pragma once

#include <mutex>
#include <thread>

#include "vgpu/api/graph.h"
#include "vgpu/api/stream.h"

namespace vgpu::api {

class Capture {
  public:
    std::shared_ptr<Graph> graph;
    Stream* origin = nullptr;
    cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
    std::thread::id thread;
    unsigned long long id = 0;
    bool own_graph = true;  ///< made for the capture, not given
    std::atomic<bool> invalid{false};
    std::vector<Stream*> streams;  ///< all that take part
};

Outcome begin_capture(Stream& stream, cudaStreamCaptureMode mode, std::shared_ptr<Graph> graph,
                      const Nodes& frontier);
/// Ends the capture in any case; the graph only where it is whole.
Expected<std::shared_ptr<Graph>> end_capture(Stream& stream);
/// The same for the public functions: the handle of the graph, null where there is none.
Outcome end_capture_into(Stream& stream, cudaGraph_t* place);
/// Gives the calling thread another mode, and the one it had.
Outcome exchange_capture_mode(cudaStreamCaptureMode& mode);
cudaStreamCaptureStatus capture_status(const Stream& stream);

/// The task as a node behind the stream's frontier.
Outcome capture(Stream& stream, stream::TaskPtr task);
Expected<Node*> capture_node(Stream& stream, cudaGraphNodeType type, stream::TaskPtr task);

/// Events inside captures.
Outcome capture_record(Stream& stream, Event& event);
Outcome capture_wait(Stream& stream, Event& event);
/// Waits and records that are to be nodes.
Outcome capture_event_node(Stream& stream, Event& event, cudaGraphNodeType type);

/// The call makes the capture of the stream invalid.
Outcome capture_forbids(Stream& stream, const char* what);

/// Work of the null stream would wait for streams that are captured.
Outcome check_implicit(Stream& stream);

/// Calls that could wait or allocate, by the rules of the capture modes: an error, and the captures that
/// forbid them become invalid.
Outcome check_unsafe();

/// The stream is about to be destroyed.
void leave_capture(Stream& stream);

}  // namespace vgpu::api
