// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Serving the ring, and being idle.
#include "proxy/proxy.h"

#include <algorithm>

#include "base/error.h"
#include "os/clock.h"
#include "os/thread.h"

namespace omni::proxy {

namespace {

using transport::AmoOp;
using transport::AmoType;
static_assert(nvshmemi::op_fetch == static_cast<int>(AmoOp::fetch) &&
              nvshmemi::op_compare_swap == static_cast<int>(AmoOp::compare_swap) &&
              nvshmemi::op_xor == static_cast<int>(AmoOp::bit_xor));
static_assert(nvshmemi::type_int32 == static_cast<int>(AmoType::int32) &&
              nvshmemi::type_half == static_cast<int>(AmoType::half) &&
              nvshmemi::type_double == static_cast<int>(AmoType::float64));
static_assert(sizeof(nvshmemi_proxy_request) == 64, "a slot is a cache line");

constexpr uint64_t kFilled = 1, kAnswered = 2, kEnded = 4;
uint64_t first_stage(uint64_t ticket) { return 4 * (ticket / NVSHMEMI_PROXY_SLOTS); }

bool has_answer(uint8_t action) {
    return action == NVSHMEMI_PROXY_GET || action == NVSHMEMI_PROXY_FETCHING_AMO ||
           action == NVSHMEMI_PROXY_QUIET;
}

/// Kernels make no system call and so wake nobody: a thread without work looks on for a while, giving way to
/// others, then sleeps longer and longer.
class Rest {
  public:
    void work_came() { since_ns_ = os::now_ns(), sleep_ns_ = kShortestNs; }
    void take() {
        if (os::now_ns() - since_ns_ < kLookOnNs) return std::this_thread::yield();
        os::sleep_ns(sleep_ns_);
        sleep_ns_ = std::min(2 * sleep_ns_, kLongestNs);
    }

  private:
    static constexpr int64_t kLookOnNs = 200'000, kShortestNs = 50'000, kLongestNs = 1'000'000;
    int64_t since_ns_ = os::now_ns(), sleep_ns_ = kShortestNs;
};

}  // namespace

Result<std::unique_ptr<Proxy>> Proxy::start(transport::Transport& transport) {
    auto memory = os::map_zeros(ring_bytes());
    if (!memory.ok()) return std::move(memory).status();
    std::unique_ptr<Proxy> proxy(new Proxy(transport, std::move(*memory)));
    auto thread = os::start_thread("omnishmem-proxy", [self = proxy.get()] { self->run(); });
    if (!thread.ok()) return std::move(thread).status();
    proxy->thread_ = std::move(*thread);
    return proxy;
}

Proxy::~Proxy() {
    if (!thread_.joinable()) return;
    stopping_.store(true, std::memory_order_release);
    thread_.join();
}

void Proxy::run() {
    for (Rest rest; !stopping_.load(std::memory_order_acquire);)
        if (serve())
            rest.work_came();
        else
            rest.take();
}

void Proxy::drain() {
    const std::atomic_ref taken(ring()->next), failed(ring()->failed);
    while (next_.load(std::memory_order_acquire) < taken.load() && failed.load() == 0) os::sleep_ns(20'000);
}

bool Proxy::serve() {
    const uint64_t first = next_.load(std::memory_order_relaxed);
    uint64_t ticket = first;
    const auto filled = [&] {
        uint64_t& stage = ring()->slots[ticket % NVSHMEMI_PROXY_SLOTS].stage;
        return std::atomic_ref(stage).load(std::memory_order_acquire) == first_stage(ticket) + kFilled;
    };
    for (; filled(); next_.store(ticket, std::memory_order_release)) carry_out(ticket++);
    return ticket != first;
}

/// An error of a request is one of the job: kernels cannot be told. Where the error mode lets the process go
/// on, kernels that wait for the proxy end with a fault.
void Proxy::carry_out(uint64_t ticket) {
    const uint64_t at = ticket % NVSHMEMI_PROXY_SLOTS;
    nvshmemi_proxy_request& request = ring()->slots[at];
    const bool answers = has_answer(request.action);
    if (Status status = perform(request, reinterpret_cast<char*>(ring()->pieces[at])); !status.ok()) {
        report("a kernel's operation on another PE", status);
        std::atomic_ref(ring()->failed).store(1, std::memory_order_release);
        return;
    }
    std::atomic_ref(request.stage)
        .store(first_stage(ticket) + (answers ? kAnswered : kEnded), std::memory_order_release);
}

Status Proxy::perform(nvshmemi_proxy_request& request, char* piece) {
    const transport::Amo amo{static_cast<AmoOp>(request.amo_op), static_cast<AmoType>(request.amo_type),
                             request.operand, request.condition};
    switch (request.action) {
        case NVSHMEMI_PROXY_PUT:
            return transport_.put(request.pe, request.offset, piece, request.bytes);
        case NVSHMEMI_PROXY_GET:
            return transport_.get(request.pe, request.offset, piece, request.bytes);
        case NVSHMEMI_PROXY_AMO:
            return transport_.amo(request.pe, request.offset, amo, nullptr);
        case NVSHMEMI_PROXY_FETCHING_AMO:
            return transport_.amo(request.pe, request.offset, amo, &request.before);
        case NVSHMEMI_PROXY_FENCE:
            return transport_.fence();
        default:
            return transport_.quiet();
    }
}

}  // namespace omni::proxy
