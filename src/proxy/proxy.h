// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Carries out what kernels ask of peers that are not mapped: a thread that takes requests from a ring, in
// order, and hands them to the transport. nvshmem/device/impl/proxy_ring.h has the protocol.
#pragma once

#include <atomic>
#include <memory>
#include <thread>

#include "nvshmem/device/impl/proxy_ring.h"
#include "os/memory.h"
#include "transport/transport.h"

namespace omni::proxy {

class Proxy {
  public:
    /// The transport outlives the proxy.
    static Result<std::unique_ptr<Proxy>> start(transport::Transport& transport);
    ~Proxy();
    Proxy(const Proxy&) = delete;
    Proxy& operator=(const Proxy&) = delete;

    /// Returns when all that kernels have asked for was handed to the transport. No kernel is at work.
    void drain();
    static size_t ring_bytes() { return os::round_up(sizeof(nvshmemi_proxy_ring), os::page_size()); }
    nvshmemi_proxy_ring* ring() const { return reinterpret_cast<nvshmemi_proxy_ring*>(memory_.address()); }

  private:
    Proxy(transport::Transport& transport, os::Mapping memory)
        : transport_(transport), memory_(std::move(memory)) {}

    void run();
    /// Serves all that is filled; false when there was none.
    bool serve();
    void carry_out(uint64_t ticket);
    Status perform(nvshmemi_proxy_request& request, char* piece);

    transport::Transport& transport_;
    os::Mapping memory_;
    std::atomic<uint64_t> next_{0};  ///< the ticket to carry out next
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

}  // namespace omni::proxy
