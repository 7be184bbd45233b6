// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Filling slots and reading answers.
#include "transport/shm/sender.h"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstring>

namespace omni::transport::shm {

namespace {

Status refusal(int target, uint64_t offset) {
    return error(Code::invalid_value,
                 "PE %d has no symmetric memory at offset 0x%" PRIx64
                 ", or not enough of it: register and unregister buffers on all PEs alike",
                 target, offset);
}

}  // namespace

Status Sender::await(const char* call, uint64_t ticket, uint64_t stage) {
    const std::atomic<uint64_t>& now = channel_.slot(ticket).stage;
    const control::WaitInfo info{
        .call = call, .kind = control::WaitKind::transport, .expected = static_cast<uint64_t>(target_)};
    Status status = control::wait(member_, info, [&](uint64_t& seen) {
        return (seen = now.load(std::memory_order_acquire)) >= stage ||
               broken_.load(std::memory_order_relaxed);
    });
    if (!status.ok()) {
        broken_.store(true, std::memory_order_relaxed);
        return status;
    }
    if (broken_.load(std::memory_order_relaxed))
        return error(Code::internal, "an earlier operation on PE %d failed, so it cannot be reached any more",
                     target_);
    return {};
}

Status Sender::claim(const char* call, uint64_t& ticket) {
    ticket = next_.fetch_add(1, std::memory_order_relaxed);
    return await(call, ticket, first_stage(ticket));
}

std::optional<uint64_t> Sender::try_claim() {
    uint64_t ticket = next_.load(std::memory_order_relaxed);
    if (channel_.slot(ticket).stage.load(std::memory_order_acquire) != first_stage(ticket))
        return std::nullopt;
    if (!next_.compare_exchange_strong(ticket, ticket + 1, std::memory_order_relaxed)) return std::nullopt;
    return ticket;
}

void Sender::submit(uint64_t ticket, const Request& request) {
    Slot& slot = channel_.slot(ticket);
    slot.request = request;
    slot.stage.store(first_stage(ticket) + kFilled, std::memory_order_seq_cst);
    bell_.ring();
}

Status Sender::collect(const char* call, uint64_t ticket, char* dest, size_t bytes) {
    if (Status status = await(call, ticket, first_stage(ticket) + kAnswered); !status.ok()) return status;
    Slot& slot = channel_.slot(ticket);
    const bool refused = slot.refused;
    const uint64_t offset = slot.request.offset;
    if (!refused) std::memcpy(dest, channel_.data(ticket, bytes), bytes);
    slot.stage.store(first_stage(ticket) + kEnded, std::memory_order_release);
    return refused ? refusal(target_, offset) : Status();
}

Status Sender::put(uint64_t offset, const char* source, size_t bytes) {
    for (size_t done = 0; done < bytes; done += kPieceBytes) {
        const size_t part = std::min(bytes - done, kPieceBytes);
        uint64_t ticket;
        if (Status status = claim("shm put", ticket); !status.ok()) return status;
        std::memcpy(channel_.data(ticket, part), source + done, part);
        submit(ticket, {offset + done, static_cast<uint32_t>(part), Action::put, {}, {}});
    }
    return {};
}

/// Asks for as many pieces at once as there are free slots. A thread waits for a slot only while it has no
/// answer to collect, since the slot may be its own, or belong to another thread that waits likewise.
Status Sender::get(uint64_t offset, char* dest, size_t bytes) {
    size_t pieces = (bytes + kPieceBytes - 1) / kPieceBytes;
    const auto length = [&](size_t piece) { return std::min(bytes - piece * kPieceBytes, kPieceBytes); };
    std::array<uint64_t, kSlots> tickets;
    size_t asked = 0;
    const auto ask = [&](uint64_t ticket) {
        submit(ticket,
               {offset + asked * kPieceBytes, static_cast<uint32_t>(length(asked)), Action::get, {}, {}});
        tickets[asked++ % kSlots] = ticket;
    };
    Status result;
    for (size_t collected = 0; collected < pieces; ++collected) {
        if (asked == collected) {
            uint64_t ticket;
            if (Status status = claim("shm get", ticket); !status.ok()) return status;
            ask(ticket);
        }
        while (asked < pieces && asked - collected < kSlots) {
            const std::optional<uint64_t> ticket = try_claim();
            if (!ticket) break;
            ask(*ticket);
        }
        Status status = collect("shm get", tickets[collected % kSlots], dest + collected * kPieceBytes,
                                length(collected));
        if (status.ok()) continue;
        if (result.ok()) result = std::move(status);
        pieces = asked;  // what has been asked for must be collected, or its slots stay taken
    }
    return result;
}

Status Sender::amo(uint64_t offset, const Amo& amo, uint64_t* fetched) {
    uint64_t ticket;
    if (Status status = claim("shm atomic", ticket); !status.ok()) return status;
    const uint64_t operands[] = {amo.operand, amo.condition};
    std::memcpy(channel_.data(ticket, sizeof operands), operands, sizeof operands);
    const Action action = fetched ? Action::fetching_amo : Action::amo;
    submit(ticket, {offset, static_cast<uint32_t>(element_bytes(amo.type)), action, amo.op, amo.type});
    return fetched ? collect("shm atomic", ticket, reinterpret_cast<char*>(fetched), sizeof *fetched)
                   : Status();
}

/// The server goes in order, so the last ticket answers for all. Tickets that threads took before are in the
/// count, since whoever may speak of "before" has synchronised with them.
Status Sender::quiet() {
    const uint64_t issued = next_.load(std::memory_order_relaxed);
    if (issued == 0) return {};
    const uint64_t last = issued - 1;
    if (Status status = await("shm quiet", last, first_stage(last) + kAnswered); !status.ok()) return status;
    if (channel_.refused.load(std::memory_order_relaxed) == 0) return {};
    return refusal(target_, channel_.refused.exchange(0, std::memory_order_relaxed) - 1);
}

}  // namespace omni::transport::shm
