// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// How kernels reach peers that are not mapped: requests to a thread of the host, the proxy, which carries
// them out by the transport. Plain data that both write; a GPU sees it where the host has it.
//
// A ring of slots. Threads of kernels take tickets; ticket t uses slot t % slots in turn t / slots, and waits
// while that slot is in use, which bounds what can be under way. The proxy carries tickets out in order. A
// slot's stage is the whole protocol, and it only grows:
//
//     4 turn       free for the ticket of this turn
//     4 turn + 1   filled: the request may be carried out       by the thread that holds the ticket
//     4 turn + 2   answered: the thread may read the answer     by the proxy; requests without answer skip it
//     4 turn + 4   = free for the next turn                     by the proxy, or the thread that read the
//     answer
//
// Each step is a release store and each look an acquire load, so all else in a slot is plain data.
#pragma once

#include <stdint.h>

#define NVSHMEMI_PROXY_SLOTS 64
#define NVSHMEMI_PROXY_PIECE_BYTES 4096  // most bytes of one request; larger transfers go in pieces

enum {
    NVSHMEMI_PROXY_PUT,
    NVSHMEMI_PROXY_GET,
    NVSHMEMI_PROXY_AMO,
    NVSHMEMI_PROXY_FETCHING_AMO,
    NVSHMEMI_PROXY_FENCE,
    NVSHMEMI_PROXY_QUIET
};

typedef struct nvshmemi_proxy_request {
    uint64_t stage;
    uint64_t offset;              // in the symmetric memory of `pe`
    uint64_t operand, condition;  // of atomics; values travel in the low bytes
    uint64_t before;              // the answer of a fetching atomic
    int32_t pe;
    uint32_t bytes;
    uint8_t action;
    uint8_t amo_op, amo_type;
    uint8_t reserved[13];
} nvshmemi_proxy_request;

typedef struct nvshmemi_proxy_ring {
    uint64_t next;          // ticket that the next request takes
    uint64_t failed;        // other than 0 once a request could not be carried out; the proxy has said why
    uint64_t reserved[14];  // what follows lies in other cache lines
    nvshmemi_proxy_request slots[NVSHMEMI_PROXY_SLOTS];
    uint64_t pieces[NVSHMEMI_PROXY_SLOTS][NVSHMEMI_PROXY_PIECE_BYTES / 8];
} nvshmemi_proxy_ring;

namespace nvshmemi {

// The transport's numbers of atomic operations and their types.
enum amo_op : uint8_t { op_fetch, op_set, op_swap, op_compare_swap, op_add, op_and, op_or, op_xor };
enum amo_type : uint8_t { type_int32, type_int64, type_half, type_float, type_double };

}  // namespace nvshmemi
