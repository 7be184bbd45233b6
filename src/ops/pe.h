// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// All that an operation needs to know about the PE it works for, and how it finds that PE.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "control/member.h"
#include "heap/live_map.h"
#include "team/table.h"
#include "transport/transport.h"

namespace omni::heap {
class Heap;
class LocalBuffers;
class Space;
class SymmetricBuffers;
}  // namespace omni::heap

namespace omni::ops {

class Region;

/// The hot part of a PE. Filled by the runtime at init, constant until finalize. Operations read it and write
/// none of it, which is why any number of threads may call them at once.
struct Pe {
    int me = 0;
    int n = 0;
    char* base = nullptr;  ///< own symmetric memory
    size_t hot_bytes = 0;  ///< the heap's, or 0 where every operation is to take the long way: to be traced
    char* const* peer_base = nullptr;  ///< n entries, null where the peer is not mapped
    heap::LiveMap::View live;  ///< where blocks are; asks nothing when checks are off (NVSHMEM_CHECKED)
    transport::Transport* transport = nullptr;  ///< for the peers that are not mapped; null when all are
    size_t heap_bytes = 0;            ///< [base, base + heap_bytes) is what users may name in operations
    bool orders_slowly = false;       ///< fence and quiet have more to do than a barrier of the processor
    bool traced = false;              ///< operations write a line each (ops/trace.h)
    bool traced_collectives = false;  ///< and so do these
    control::Member* member = nullptr;
    team::Table* teams = nullptr;
    heap::Space* space = nullptr;
    heap::Heap* heap = nullptr;
    heap::LocalBuffers* local_buffers = nullptr;
    heap::SymmetricBuffers* symmetric_buffers = nullptr;
    Region* region = nullptr;
    bool checked = true;  ///< costly argument checks (NVSHMEM_CHECKED)
};

namespace detail {
// __thread and initial-exec: one load, where thread_local in a shared library is a check and a call.
extern __thread Pe* pe_of_thread __attribute__((tls_model("initial-exec")));
extern std::atomic<Pe*> pe_of_process;  // other threads may ask while one starts or ends the library
}  // namespace detail

/// The PE at work: that of this thread where PEs are threads, else that of the process. Null before init.
inline Pe* self() {
    Pe* pe = detail::pe_of_thread;
    return __builtin_expect(pe != nullptr, 0) ? pe : detail::pe_of_process.load(std::memory_order_acquire);
}

/// The answers to queries. They may be asked for at any time, also while another thread ends the library and
/// with it the Pe.
struct Numbers {
    int me = -1;
    int n = -1;
};
Numbers numbers();

void set_pe_of_thread(Pe* pe);
void set_pe_of_process(Pe* pe);

}  // namespace omni::ops
