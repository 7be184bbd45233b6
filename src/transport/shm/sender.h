// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The initiating side of one channel. Any number of threads of the PE call it at once: a ticket is one atomic
// increment, there is no lock.
#pragma once

#include <optional>

#include "control/wait.h"
#include "transport/shm/mailbox.h"

namespace omni::transport::shm {

class alignas(kCacheLine) Sender {
  public:
    /// `mailbox` is that of `target`.
    Sender(control::Member& member, int target, Mailbox mailbox)
        : member_(member), target_(target), channel_(mailbox.channel(member.me)), bell_(mailbox.doorbell()) {}

    Status put(uint64_t offset, const char* source, size_t bytes);
    Status get(uint64_t offset, char* dest, size_t bytes);
    Status amo(uint64_t offset, const Amo& amo, uint64_t* fetched);
    /// Everything issued before has been carried out. An error also when the target refused something of it.
    Status quiet();

  private:
    /// Takes the next ticket and waits until its slot is free.
    Status claim(const char* call, uint64_t& ticket);
    /// The same, but only if the slot is free now.
    std::optional<uint64_t> try_claim();
    /// Hands a request, whose data lies in place, to the server.
    void submit(uint64_t ticket, const Request& request);
    /// Waits for the answer of `bytes`, copies it to `dest` and frees the slot.
    Status collect(const char* call, uint64_t ticket, char* dest, size_t bytes);
    Status await(const char* call, uint64_t ticket, uint64_t stage);

    control::Member& member_;
    int target_;
    Channel& channel_;
    Doorbell& bell_;
    std::atomic<uint64_t> next_{0};  ///< ticket
    /// A wait failed, so some ticket will never be used or freed, and the ring cannot go on.
    std::atomic<bool> broken_{false};
};

}  // namespace omni::transport::shm
