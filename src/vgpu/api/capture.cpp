// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The rules of captures.
#include "vgpu/api/capture.h"

#include <algorithm>
#include <unordered_set>

#include "vgpu/api/thread.h"

namespace vgpu::api {

namespace {

/// All captures under way, for the rules that reach across threads.
struct Active {
    std::mutex mutex;
    std::atomic<size_t> count{0};
    std::vector<std::shared_ptr<Capture>> captures;
};

Active& active() {
    static Active* one = new Active;
    return *one;
}

void add(const std::shared_ptr<Capture>& capture) {
    const std::lock_guard lock(active().mutex);
    active().captures.push_back(capture);
    active().count = active().captures.size();
}

void remove(const std::shared_ptr<Capture>& capture) {
    for (Stream* stream : capture->streams) {
        stream->capture.reset();
        stream->frontier.clear();
    }
    const std::lock_guard lock(active().mutex);
    std::erase(active().captures, capture);
    active().count = active().captures.size();
}

/// Makes all captures invalid to which the test applies; true when there was one.
template <class F>
bool invalidate_if(F applies) {
    if (active().count.load(std::memory_order_acquire) == 0) return false;
    const std::lock_guard lock(active().mutex);
    bool any = false;
    for (const auto& capture : active().captures)
        if (applies(*capture)) any = capture->invalid = true;
    return any;
}

Outcome check_valid(const Stream& stream) {
    if (!stream.capture->invalid) return {};
    return fail(
        cudaErrorStreamCaptureInvalidated,
        "the capture of the stream has become invalid by an earlier error; cudaStreamEndCapture ends it");
}

/// Every stream that joined has to be joined to the first one.
bool all_joined(const Capture& capture) {
    const Nodes reached = with_ancestors(capture.origin->frontier);
    const std::unordered_set<const Node*> known(reached.begin(), reached.end());
    return std::ranges::all_of(capture.streams, [&](const Stream* stream) {
        return std::ranges::all_of(stream->frontier, [&](const Node* node) { return known.contains(node); });
    });
}

Outcome check_end(const Stream& stream) {
    if (!stream.capture) return fail(cudaErrorIllegalState, "the stream is not being captured");
    const Capture& capture = *stream.capture;
    if (capture.origin != &stream) {
        stream.capture->invalid = true;
        return fail(cudaErrorStreamCaptureUnmatched,
                    "the capture began on another stream, and has to end there");
    }
    if (capture.mode != cudaStreamCaptureModeRelaxed && capture.thread != std::this_thread::get_id())
        return fail(cudaErrorStreamCaptureWrongThread,
                    "the capture was begun by another thread, and only the relaxed mode lets others end it");
    return {};
}

Outcome check_whole(const Capture& capture) {
    if (capture.invalid)
        return fail(cudaErrorStreamCaptureInvalidated, "the capture has become invalid by an earlier error");
    if (!all_joined(capture))
        return fail(cudaErrorStreamCaptureUnjoined,
                    "a stream that joined the capture was not joined to the first stream again: record an "
                    "event there and let the first stream wait for it");
    return {};
}

}  // namespace

Outcome begin_capture(Stream& stream, cudaStreamCaptureMode mode, std::shared_ptr<Graph> graph,
                      const Nodes& frontier) {
    static std::atomic<unsigned long long> ids{0};
    if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed)
        return fail(cudaErrorInvalidValue, "mode is %d; it can be one of cudaStreamCaptureMode, 0 to 2",
                    static_cast<int>(mode));
    if (stream.queue->kind == stream::Kind::legacy)
        return fail(cudaErrorStreamCaptureUnsupported,
                    "the null stream cannot be captured; use a stream of your own");
    if (stream.capture) return fail(cudaErrorIllegalState, "the stream is being captured already");
    auto capture = std::make_shared<Capture>();
    capture->own_graph = graph == nullptr;
    capture->graph = graph ? std::move(graph) : create_graph();
    capture->origin = &stream;
    capture->mode = mode;
    capture->thread = std::this_thread::get_id();
    capture->id = ++ids;
    capture->streams.push_back(&stream);
    stream.capture = capture;
    stream.frontier = frontier;
    add(capture);
    return {};
}

Expected<std::shared_ptr<Graph>> end_capture(Stream& stream) {
    VGPU_TRY(check_end(stream));
    const std::shared_ptr<Capture> capture = stream.capture;
    Outcome whole = check_whole(*capture);
    remove(capture);
    if (whole.code != cudaSuccess) return whole;
    return capture->graph;
}

Outcome end_capture_into(Stream& stream, cudaGraph_t* place) {
    if (place) *place = nullptr;
    auto graph = end_capture(stream);
    if (!graph.ok()) return graph.failure();
    if (!place) return fail(cudaErrorInvalidValue, "pGraph is null");
    *place = Live<Graph>::all().find(graph->get()) ? graph->get() : Live<Graph>::all().add(*graph);
    return {};
}

Outcome exchange_capture_mode(cudaStreamCaptureMode& mode) {
    if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed)
        return fail(cudaErrorInvalidValue, "mode is %d; it can be one of cudaStreamCaptureMode, 0 to 2",
                    static_cast<int>(mode));
    std::swap(mode, Thread::mine().capture_mode);
    return {};
}

cudaStreamCaptureStatus capture_status(const Stream& stream) {
    if (!stream.capture) return cudaStreamCaptureStatusNone;
    return stream.capture->invalid ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
}

Expected<Node*> capture_node(Stream& stream, cudaGraphNodeType type, stream::TaskPtr task) {
    VGPU_TRY(check_valid(stream));
    Node* node = add_node(*stream.capture->graph, type, std::move(task), stream.frontier);
    stream.frontier.assign(1, node);
    return node;
}

Outcome capture(Stream& stream, stream::TaskPtr task) {
    const cudaGraphNodeType type = task->node_type();
    return std::move(capture_node(stream, type, std::move(task)).failure());
}

Outcome capture_record(Stream& stream, Event& event) {
    VGPU_TRY(check_valid(stream));
    const std::lock_guard lock(event.mutex);
    event.capture = stream.capture;
    event.frontier = stream.frontier;
    event.recorded = false;
    return {};
}

Outcome capture_wait(Stream& stream, Event& event) {
    const std::lock_guard lock(event.mutex);
    const std::shared_ptr<Capture> of_event = event.capture.lock();
    if (!of_event) {
        stream.capture->invalid = true;
        return fail(cudaErrorStreamCaptureIsolation,
                    "the stream is being captured and the event was not recorded in the capture");
    }
    if (stream.capture && stream.capture != of_event) {
        stream.capture->invalid = of_event->invalid = true;
        return fail(cudaErrorStreamCaptureMerge,
                    "the event was recorded in another capture than that of the stream");
    }
    if (of_event->invalid)
        return fail(cudaErrorStreamCaptureInvalidated,
                    "the capture in which the event was recorded has become invalid");
    if (stream.queue->kind == stream::Kind::legacy)
        return fail(cudaErrorStreamCaptureImplicit, "the null stream cannot join a capture");
    if (!stream.capture) {
        stream.capture = of_event;
        of_event->streams.push_back(&stream);
    }
    for (Node* node : event.frontier)
        if (std::ranges::find(stream.frontier, node) == stream.frontier.end())
            stream.frontier.push_back(node);
    return {};
}

Outcome capture_event_node(Stream& stream, Event& event, cudaGraphNodeType type) {
    auto node = capture_node(stream, type, nullptr);
    if (!node.ok()) return node.failure();
    (*node)->event = event.shared_from_this();
    return {};
}

Outcome capture_forbids(Stream& stream, const char* what) {
    stream.capture->invalid = true;
    return fail(cudaErrorStreamCaptureUnsupported, "%s is not possible while the stream is being captured",
                what);
}

Outcome check_implicit(Stream& stream) {
    if (stream.queue->kind != stream::Kind::legacy) return {};
    const bool any = invalidate_if([&](const Capture& capture) {
        return std::ranges::any_of(capture.streams, [&](const Stream* one) {
            return one->context == stream.context && one->queue->kind == stream::Kind::blocking;
        });
    });
    if (!any) return {};
    return fail(cudaErrorStreamCaptureImplicit,
                "work of the null stream would wait for a stream that is being captured; capture a stream "
                "with cudaStreamNonBlocking, or use another stream");
}

Outcome check_unsafe() {
    const cudaStreamCaptureMode mine = Thread::mine().capture_mode;
    if (mine == cudaStreamCaptureModeRelaxed) return {};
    const bool any = invalidate_if([&](const Capture& capture) {
        if (capture.thread == std::this_thread::get_id()) return capture.mode != cudaStreamCaptureModeRelaxed;
        return mine == cudaStreamCaptureModeGlobal && capture.mode == cudaStreamCaptureModeGlobal;
    });
    if (!any) return {};
    return fail(cudaErrorStreamCaptureUnsupported,
                "this call may wait for the device, which a capture under way does not allow; see "
                "cudaThreadExchangeStreamCaptureMode");
}

void leave_capture(Stream& stream) {
    const std::shared_ptr<Capture> capture = stream.capture;
    if (!capture) return;
    capture->invalid = true;
    if (capture->origin == &stream) return remove(capture);
    std::erase(capture->streams, &stream);
    stream.capture.reset();
}

}  // namespace vgpu::api
