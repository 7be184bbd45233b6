// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Contexts and their streams.
#include "vgpu/api/context.h"

#include <algorithm>
#include <atomic>

#include "vgpu/api/capture.h"
#include "vgpu/api/live.h"
#include "vgpu/api/stream.h"
#include "vgpu/api/thread.h"

namespace vgpu::api {

namespace {

using stream::Scheduler;

std::shared_ptr<Stream> make_stream(Context& context, stream::Kind kind, unsigned flags, int priority) {
    static std::atomic<unsigned long long> ids{0};
    auto made = std::make_shared<Stream>();
    made->context = &context;
    made->queue = Scheduler::get().create(context.group(), kind);
    made->flags = flags;
    made->priority = priority;
    made->id = ++ids;
    return made;
}

/// The default streams of a thread, one a context; they end with the thread or the context.
struct StreamsOfThread {
    struct Entry {
        std::weak_ptr<Context> context;
        std::shared_ptr<Stream> stream;
    };
    std::vector<Entry> entries;

    ~StreamsOfThread() {
        for (Entry& entry : entries)
            if (const auto context = entry.context.lock()) context->forget(*entry.stream);
    }
};
thread_local StreamsOfThread streams_of_thread;

std::atomic<unsigned long long> context_ids{0};

}  // namespace

Context::Context(Device& device)
    : device_(device), id_(++context_ids), group_(std::make_shared<stream::Group>()) {}

std::shared_ptr<Context> Context::create(Device& device) {
    std::shared_ptr<Context> context(new Context(device));
    context->null_ = make_stream(*context, stream::Kind::legacy, 0, kLeastPriority);
    return Live<Context>::all().find(Live<Context>::all().add(context));
}

Context::~Context() = default;

Stream* Context::stream_of_thread() {
    for (const auto& entry : streams_of_thread.entries)
        if (entry.context.lock().get() == this) return entry.stream.get();
    auto made = make_stream(*this, stream::Kind::blocking, 0, kLeastPriority);
    remember(made);
    streams_of_thread.entries.push_back({weak_from_this(), made});
    return made.get();
}

Expected<Stream*> Context::create_stream(unsigned flags, int priority) {
    if (flags != cudaStreamDefault && flags != cudaStreamNonBlocking)
        return fail(cudaErrorInvalidValue,
                    "flags is %#x; it can be cudaStreamDefault (0) or cudaStreamNonBlocking (1)", flags);
    const auto kind = flags == cudaStreamNonBlocking ? stream::Kind::independent : stream::Kind::blocking;
    auto made = make_stream(*this, kind, flags, std::clamp(priority, kGreatestPriority, kLeastPriority));
    remember(made);
    return Live<Stream>::all().add(made);
}

Outcome Context::destroy_stream(Stream* handle) {
    const auto stream = Live<Stream>::all().remove(handle);
    if (!stream)
        return fail(cudaErrorInvalidResourceHandle,
                    "stream is %p, which is no stream that could be destroyed", static_cast<void*>(handle));
    leave_capture(*stream);
    stream->context->forget(*stream);
    return {};
}

void Context::remember(std::shared_ptr<Stream> stream) {
    const std::lock_guard lock(mutex_);
    streams_.push_back(std::move(stream));
}

void Context::forget(Stream& stream) {
    Scheduler::get().retire(*stream.queue);
    const std::lock_guard lock(mutex_);
    if (!stream.queue->finished()) leftovers_.push_back(stream.queue);
    std::erase_if(streams_, [&](const auto& one) { return one.get() == &stream; });
    std::erase_if(leftovers_, [](const auto& queue) { return queue->finished(); });
}

std::vector<stream::Point> Context::ends() {
    const std::lock_guard lock(mutex_);
    std::vector<stream::Point> all{Scheduler::get().end(*null_->queue)};
    for (const auto& stream : streams_) all.push_back(Scheduler::get().end(*stream->queue));
    for (const auto& queue : leftovers_) all.push_back(Scheduler::get().end(*queue));
    return all;
}

bool Context::set_peer(int peer, bool on) {
    const std::lock_guard lock(mutex_);
    return on ? peers_.insert(peer).second : peers_.erase(peer) > 0;
}

Outcome Context::synchronize() {
    VGPU_TRY(check_unsafe());
    for (const stream::Point& end : ends()) VGPU_TRY(wait_for(end));
    return failure();
}

Expected<Context*> current_or_failed() {
    Thread& thread = Thread::mine();
    if (!thread.contexts.empty()) return thread.contexts.back().get();
    auto device = Device::at(thread.device);
    if (!device.ok()) return device.failure();
    thread.contexts.push_back((*device)->primary());
    return thread.contexts.back().get();
}

Expected<Context*> current() {
    auto context = current_or_failed();
    if (!context.ok()) return context;
    if (Outcome failure = (*context)->failure(); failure.code != cudaSuccess) return failure;
    return context;
}

Expected<Stream*> find_stream(cudaStream_t handle) {
    auto context = current();
    if (!context.ok()) return context.failure();
    if (handle == nullptr || handle == cudaStreamLegacy) return (*context)->null_stream();
    if (handle == cudaStreamPerThread) return (*context)->stream_of_thread();
    const auto stream = Live<Stream>::all().find(handle);
    if (!stream)
        return fail(cudaErrorInvalidResourceHandle,
                    "stream is %p, which is no stream: it was destroyed or never created",
                    static_cast<void*>(handle));
    if (Outcome failure = stream->context->failure(); failure.code != cudaSuccess) return failure;
    return stream.get();
}

}  // namespace vgpu::api
