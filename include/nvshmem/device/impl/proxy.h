// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Operations on peers that are not mapped, as requests of one thread to the proxy (proxy_ring.h).
#pragma once

#include "copy.h"
#include "proxy_ring.h"

namespace nvshmemi {

NVSHMEM_DEVICE uint64_t first_stage(uint64_t ticket) { return 4 * (ticket / NVSHMEMI_PROXY_SLOTS); }

struct proxy_slot {
    nvshmemi_proxy_request* request;
    char* piece;
    uint64_t first;

    NVSHMEM_DEVICE void await(uint64_t stage) const {
        while (load_acquire(&request->stage) != stage) {
            if (load_acquire(&state().proxy->failed) != 0) trap();
            pause();
        }
    }
    NVSHMEM_DEVICE void submit(uint8_t action, int pe, uint64_t offset, size_t bytes) const {
        request->action = action;
        request->pe = pe;
        request->offset = offset;
        request->bytes = static_cast<uint32_t>(bytes);
        store_release(&request->stage, first + 1);
    }
    NVSHMEM_DEVICE void await_answer() const { await(first + 2); }
    NVSHMEM_DEVICE void release() const { store_release(&request->stage, first + 4); }
};

// A slot of the caller's own, once it is free.
NVSHMEM_DEVICE proxy_slot claim_slot() {
    nvshmemi_proxy_ring* ring = state().proxy;
    if (!ring) trap();
    const uint64_t ticket = atomic_add(&ring->next, uint64_t{1});
    const uint64_t at = ticket % NVSHMEMI_PROXY_SLOTS;
    const proxy_slot slot{ring->slots + at, reinterpret_cast<char*>(ring->pieces[at]), first_stage(ticket)};
    slot.await(slot.first);
    return slot;
}

NVSHMEM_DEVICE size_t least(size_t a, size_t b) { return a < b ? a : b; }

// By all threads of the scope, each some of the pieces.
template <class Scope>
NVSHMEM_DEVICE_OUT_OF_LINE void proxy_put(int pe, uint64_t offset, const char* source, size_t bytes) {
    constexpr size_t piece = NVSHMEMI_PROXY_PIECE_BYTES;
    for (size_t done = Scope::index() * piece; done < bytes; done += Scope::size() * piece) {
        const size_t part = least(bytes - done, piece);
        const proxy_slot slot = claim_slot();
        copy<thread>(slot.piece, source + done, part);
        slot.submit(NVSHMEMI_PROXY_PUT, pe, offset + done, part);
    }
}
template <class Scope>
NVSHMEM_DEVICE_OUT_OF_LINE void proxy_get(int pe, uint64_t offset, char* dest, size_t bytes) {
    constexpr size_t piece = NVSHMEMI_PROXY_PIECE_BYTES;
    for (size_t done = Scope::index() * piece; done < bytes; done += Scope::size() * piece) {
        const size_t part = least(bytes - done, piece);
        const proxy_slot slot = claim_slot();
        slot.submit(NVSHMEMI_PROXY_GET, pe, offset + done, part);
        slot.await_answer();
        copy<thread>(dest + done, slot.piece, part);
        slot.release();
    }
}

// The bits before, where `fetches`.
NVSHMEM_DEVICE_OUT_OF_LINE uint64_t proxy_amo(int pe, uint64_t offset, amo_op op, amo_type type,
                                              uint64_t operand, uint64_t condition, bool fetches) {
    const proxy_slot slot = claim_slot();
    slot.request->amo_op = op;
    slot.request->amo_type = type;
    slot.request->operand = operand;
    slot.request->condition = condition;
    slot.submit(fetches ? NVSHMEMI_PROXY_FETCHING_AMO : NVSHMEMI_PROXY_AMO, pe, offset, 0);
    if (!fetches) return 0;
    slot.await_answer();
    const uint64_t before = slot.request->before;
    slot.release();
    return before;
}

// Requests of all threads that this thread knows of take effect before those that follow.
NVSHMEM_DEVICE_OUT_OF_LINE void proxy_fence() { claim_slot().submit(NVSHMEMI_PROXY_FENCE, 0, 0, 0); }
// They are complete.
NVSHMEM_DEVICE_OUT_OF_LINE void proxy_quiet() {
    const proxy_slot slot = claim_slot();
    slot.submit(NVSHMEMI_PROXY_QUIET, 0, 0, 0);
    slot.await_answer();
    slot.release();
}

// Of this thread's operations on all peers.
NVSHMEM_DEVICE void fence_all() {
    release_fence();
    if (state().proxy) proxy_fence();
}
NVSHMEM_DEVICE void quiet_all() {
    full_fence();
    if (state().proxy) proxy_quiet();
}

}  // namespace nvshmemi
