// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Flags, and the threads that do the work.
#include "cuda/stream_work.h"

#include <algorithm>

#include "os/thread.h"

namespace omni::cuda {

namespace {

Address address_of(const void* memory) { return reinterpret_cast<uintptr_t>(memory); }

}  // namespace

Status StreamWork::enqueue(cudaStream_t stream, void (*work)(void*), void* argument, void (*drop)(void*)) {
    int capture = 0;
    if (Status status = driver_.check("the stream", driver_.cuStreamIsCapturing(stream, &capture));
        !status.ok())
        return status;
    auto item = take_item();
    if (!item.ok()) return std::move(item).status();
    (*item)->work = work;
    (*item)->argument = argument;
    (*item)->drop = drop;
    (*item)->context = context_.capture();
    (*item)->captured = capture != 0;
    return submit(stream, *item);
}

/// The item is its stream's once the host function is there, whatever becomes of the rest.
Status StreamWork::submit(cudaStream_t stream, Item* item) {
    const Address done = address_of(&item->flag->done);
    if (Status status = driver_.check("work on the stream", driver_.cuLaunchHostFunc(stream, begin, item));
        !status.ok()) {
        item->drop(item->argument);
        item->ended.store(true, std::memory_order_release);
        return status;
    }
    Status status =
        driver_.check("a wait on the stream", driver_.cuStreamWaitValue32(stream, done, 1, kWaitEqual));
    if (!status.ok()) return status;
    return driver_.check("a write on the stream", driver_.cuStreamWriteValue32(stream, done, 0, 0));
}

/// One whose work has ended and whose stream has seen it.
Result<StreamWork::Item*> StreamWork::take_item() {
    std::lock_guard lock(items_mutex_);
    const auto is_free = [](Item& item) {
        return item.ended.load(std::memory_order_acquire) &&
               std::atomic_ref(item.flag->done).load(std::memory_order_acquire) == 0;
    };
    auto at = std::find_if(items_.begin(), items_.end(), is_free);
    if (at == items_.end()) {
        const size_t before = items_.size();
        if (Status status = add_flags(); !status.ok()) return Result<Item*>(std::move(status));
        at = items_.begin() + static_cast<ptrdiff_t>(before);
    }
    at->ended.store(false, std::memory_order_relaxed);
    return &*at;
}

/// A page of them.
Status StreamWork::add_flags() {
    auto page = os::map_zeros(os::page_size());
    if (!page.ok()) return std::move(page).status();
    Status status =
        driver_.check("a page for flags of streams",
                      driver_.cuMemHostRegister(page->address(), page->bytes(), kPortable | kDeviceMapped));
    if (!status.ok()) return status;
    auto* flags = reinterpret_cast<Flag*>(page->address());
    for (size_t i = 0; i < page->bytes() / sizeof(Flag); ++i) {
        items_.emplace_back();
        items_.back().owner = this;
        items_.back().flag = flags + i;
    }
    flags_.push_back(std::move(*page));
    return {};
}

/// On the driver's thread.
void StreamWork::begin(void* item) { static_cast<Item*>(item)->owner->post(static_cast<Item*>(item)); }

/// Every piece of work has a thread, since each may wait for another. Where the system gives none it is done
/// here.
void StreamWork::post(Item* item) {
    std::unique_lock lock(posted_mutex_);
    posted_.push_back(item);
    const bool enough = idle_ >= posted_.size();
    lock.unlock();
    if (enough) return posted_changed_.notify_one();
    auto thread = os::start_thread("omnishmem-strm", [this] { serve(); });
    if (thread.ok()) return thread->detach();
    lock.lock();
    if (std::erase(posted_, item) == 0) return;  // another thread has become free
    lock.unlock();
    carry_out(*item);
}

void StreamWork::serve() {
    std::unique_lock lock(posted_mutex_);
    for (;;) {
        ++idle_;
        posted_changed_.wait(lock, [this] { return !posted_.empty(); });
        --idle_;
        Item* item = posted_.front();
        posted_.pop_front();
        lock.unlock();
        carry_out(*item);
        lock.lock();
    }
}

/// An item that was captured may begin again as soon as `done` is 1.
void StreamWork::carry_out(Item& item) {
    void* before = context_.install(item.context);
    item.work(item.argument);
    context_.finish();
    context_.install(before);
    const bool last = !item.captured;
    if (last) item.drop(item.argument);
    std::atomic_ref(item.flag->done).store(1, std::memory_order_release);
    if (last) item.ended.store(true, std::memory_order_release);
}

}  // namespace omni::cuda
