// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The thread of a root, and the roots of a process.
#include "bootstrap/root.h"

#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdlib>
#include <mutex>
#include <vector>

#include "os/thread.h"

namespace omni::bootstrap {

namespace {

struct Roots {
    std::vector<std::unique_ptr<Root>> all;
    const Roots* of_parent = nullptr;  // in a forked child: what its parent had, unused
};

std::mutex mutex;
Roots* roots =
    new Roots;  // never destroyed: finalize may come from an exit handler, after static destruction

void drop_all_roots() {
    std::lock_guard lock(mutex);
    roots->all.clear();
}

/// The threads do not exist in the child, so their objects must not be destroyed there; only the port is
/// given up.
void forget_roots_in_child() {
    for (const auto& root : roots->all) ::close(root->listener());
    roots = new Roots{{}, roots};
    mutex.unlock();
}

void prepare_process() {
    static std::once_flag once;
    std::call_once(once, [] {
        std::atexit(drop_all_roots);
        ::pthread_atfork([] { mutex.lock(); }, [] { mutex.unlock(); }, forget_roots_in_child);
    });
}

}  // namespace

Root::Root(os::Descriptor listener, os::Descriptor stop, const Key& secret, const std::string& host)
    : stop_(std::move(stop)), reception_(std::move(listener), secret, host) {}

Result<std::unique_ptr<Root>> Root::open(os::Descriptor listener, const Key& secret,
                                         const std::string& host) {
    os::Descriptor stop(::eventfd(0, EFD_CLOEXEC));
    if (!stop.valid()) return system_error("cannot make an event");
    std::unique_ptr<Root> root(new Root(std::move(listener), std::move(stop), secret, host));
    auto thread =
        os::start_thread("nvshmem-root", [self = root.get()] { self->reception_.serve(self->stop_); });
    if (!thread.ok()) return std::move(thread).status();
    root->thread_ = std::move(*thread);
    return root;
}

Root::~Root() {
    const uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(stop_.get(), &one, sizeof one);
    if (thread_.joinable()) thread_.join();
}

void keep_root(std::unique_ptr<Root> root) {
    prepare_process();
    std::lock_guard lock(mutex);
    roots->all.push_back(std::move(root));
}

void drop_idle_roots() {
    std::lock_guard lock(mutex);
    std::erase_if(roots->all, [](const auto& root) { return root->is_idle(); });
}

}  // namespace omni::bootstrap
