// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The target side: one thread a PE that carries out what its peers ask for on this PE's own memory. All
// copies and atomics on behalf of others are done by it, with the instructions that the PE's own threads use.
#pragma once

#include "os/thread.h"
#include "transport/local_memory.h"
#include "transport/shm/mailbox.h"

namespace omni::transport::shm {

class Server {
  public:
    /// `senders`: number of channels of `mailbox`, which outlives the server as `memory` does.
    Server(Mailbox mailbox, int senders, LocalMemory& memory);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    Status start();

  private:
    void run();
    /// Serves all channels once. False when there was nothing to do.
    bool sweep();
    bool serve(int sender);
    /// For a while, gives way to others between looks; then sleeps until the doorbell rings.
    void idle();

    void carry_out(Channel& channel, uint64_t ticket);
    /// The data of a put or operands lie in `data`, and the answer goes there. False: refused.
    bool perform_request(const Request& request, char* data);

    Mailbox mailbox_;
    LocalMemory& memory_;
    std::vector<uint64_t> next_;  ///< ticket of each sender
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

}  // namespace omni::transport::shm
