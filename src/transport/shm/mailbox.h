// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a PE lends its peers so that they can reach it: a memory file with a doorbell and one channel a
// sender. Memory is committed only to channels that are used.
#pragma once

#include <vector>

#include "control/exchange.h"
#include "os/memory.h"
#include "transport/shm/channel.h"

namespace omni::transport::shm {

/// Lets a server sleep without costing its senders a system call a request. Server: prepare_sleep(), look for
/// requests once more, sleep(). Sender: fill a slot, ring(). All four accesses are sequentially consistent,
/// so either the server sees the slot or the sender sees the sleeper.
class Doorbell {
  public:
    void prepare_sleep() { asleep_.store(1, std::memory_order_seq_cst); }
    void sleep();
    void stay_awake() { asleep_.store(0, std::memory_order_relaxed); }
    void ring() {
        if (asleep_.load(std::memory_order_seq_cst) != 0) wake();
    }

  private:
    void wake();

    alignas(kCacheLine) std::atomic<uint32_t> asleep_;
};

class Mailbox {
  public:
    Mailbox() = default;
    explicit Mailbox(char* address) : address_(address) {}

    static size_t bytes(int senders) { return kChannels + static_cast<size_t>(senders) * sizeof(Channel); }
    char* address() const { return address_; }
    Doorbell& doorbell() const { return *reinterpret_cast<Doorbell*>(address_); }
    Channel& channel(int sender) const { return reinterpret_cast<Channel*>(address_ + kChannels)[sender]; }

  private:
    static constexpr size_t kChannels = 4096;

    char* address_ = nullptr;
};

/// The mailboxes of all PEs, and the mappings that hold them.
class Mailboxes {
  public:
    /// Collective. `threads`: PEs share this address space, so each mailbox is mapped once and shared.
    static Result<Mailboxes> exchange(control::Member& member, bool threads);

    Mailbox of(int pe) const { return boxes_[static_cast<size_t>(pe)]; }

  private:
    Mailboxes() = default;
    Status map(int pe, int file, size_t bytes);

    std::vector<Mailbox> boxes_;
    std::vector<os::Mapping> mappings_;
};

}  // namespace omni::transport::shm
