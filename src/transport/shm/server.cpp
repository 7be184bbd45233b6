// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Carrying out requests, and being idle.
#include "transport/shm/server.h"

#include <cstring>

#include "base/copy.h"
#include "os/clock.h"
#include "transport/amo.h"

namespace omni::transport::shm {

namespace {

/// How long a server that has nothing to do looks on before it sleeps. Longer than a peer's turn from an
/// answer to the next request, so that a stream of requests pays for no wake.
constexpr int64_t kLookOnNs = 50'000;

bool perform_atomic(const Request& request, char* place, char* data) {
    if (request.bytes != element_bytes(request.type) || request.offset % request.bytes != 0) return false;
    uint64_t operands[2];
    std::memcpy(operands, data, sizeof operands);
    const uint64_t before = perform(place, {request.op, request.type, operands[0], operands[1]});
    std::memcpy(data, &before, sizeof before);
    return true;
}

}  // namespace

Server::Server(Mailbox mailbox, int senders, LocalMemory& memory)
    : mailbox_(mailbox), memory_(memory), next_(static_cast<size_t>(senders)) {}

Server::~Server() {
    if (!thread_.joinable()) return;
    stopping_.store(true, std::memory_order_seq_cst);
    mailbox_.doorbell().ring();
    thread_.join();
}

Status Server::start() {
    auto thread = os::start_thread("omnishmem-shm", [this] { run(); });
    if (!thread.ok()) return std::move(thread).status();
    thread_ = std::move(*thread);
    return {};
}

void Server::run() {
    while (!stopping_.load(std::memory_order_acquire))
        if (!sweep()) idle();
}

void Server::idle() {
    const int64_t end = os::now_ns() + kLookOnNs;
    do {
        std::this_thread::yield();
        if (sweep()) return;
    } while (os::now_ns() < end);
    mailbox_.doorbell().prepare_sleep();
    if (sweep() || stopping_.load(std::memory_order_seq_cst)) return mailbox_.doorbell().stay_awake();
    mailbox_.doorbell().sleep();
}

bool Server::sweep() {
    bool served = false;
    for (size_t sender = 0; sender < next_.size(); ++sender) served |= serve(static_cast<int>(sender));
    return served;
}

/// At most one turn of the ring, so that a busy sender leaves the others their share.
bool Server::serve(int sender) {
    Channel& channel = mailbox_.channel(sender);
    uint64_t& next = next_[static_cast<size_t>(sender)];
    const uint64_t first = next;
    while (next - first < kSlots &&
           channel.slot(next).stage.load(std::memory_order_seq_cst) == first_stage(next) + kFilled)
        carry_out(channel, next++);
    return next != first;
}

void Server::carry_out(Channel& channel, uint64_t ticket) {
    Slot& slot = channel.slot(ticket);
    const Request request = slot.request;  // once: nothing that was checked can change afterwards
    const bool answer = has_answer(request.action);
    const bool done = perform_request(request, channel.data(ticket, request.bytes));
    if (answer) slot.refused = !done;
    uint64_t none = 0;
    if (!done && !answer)
        channel.refused.compare_exchange_strong(none, request.offset + 1, std::memory_order_relaxed);
    slot.stage.store(first_stage(ticket) + (answer ? kAnswered : kEnded), std::memory_order_release);
}

bool Server::perform_request(const Request& request, char* data) {
    if (request.bytes > kPieceBytes) return false;
    const LocalMemory::Use use = memory_.use(request.offset, request.bytes);
    char* const place = use.address();
    if (!place) return false;
    if (request.action == Action::put) return copy(place, data, request.bytes), true;
    if (request.action == Action::get) return copy(data, place, request.bytes), true;
    return perform_atomic(request, place, data);
}

}  // namespace omni::transport::shm
