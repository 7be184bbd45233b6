// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The transport: a server for the peers, a sender to each of them.
#include "transport/shm/shm.h"

#include <deque>

#include "transport/shm/sender.h"
#include "transport/shm/server.h"

namespace omni::transport::shm {

namespace {

class Shm final : public Transport {
  public:
    Shm(control::Member& member, Mailboxes mailboxes, char* base, size_t bytes)
        : mailboxes_(std::move(mailboxes)),
          memory_(base, bytes),
          server_(mailboxes_.of(member.me), member.n, memory_) {
        for (int pe = 0; pe < member.n; ++pe) senders_.emplace_back(member, pe, mailboxes_.of(pe));
    }
    Status start() { return server_.start(); }

    Capabilities capabilities() const override { return {"shm", AtomicDomain::cpu, true}; }

    Status put(int pe, uint64_t offset, const void* source, size_t bytes) override {
        return to(pe).put(offset, static_cast<const char*>(source), bytes);
    }
    Status get(int pe, uint64_t offset, void* dest, size_t bytes) override {
        return to(pe).get(offset, static_cast<char*>(dest), bytes);
    }
    Status amo(int pe, uint64_t offset, const Amo& amo, uint64_t* fetched) override {
        return to(pe).amo(offset, amo, fetched);
    }

    /// A channel keeps its order.
    Status fence() override { return {}; }
    Status quiet() override {
        for (Sender& sender : senders_)
            if (Status status = sender.quiet(); !status.ok()) return status;
        return {};
    }

    Status register_segment(uint64_t offset, size_t bytes, int, uint64_t) override {
        return memory_.add(offset, bytes);
    }
    Status release_segment(uint64_t offset, size_t bytes) override { return memory_.remove(offset, bytes); }

  private:
    Sender& to(int pe) { return senders_[static_cast<size_t>(pe)]; }

    Mailboxes mailboxes_;
    LocalMemory memory_;
    std::deque<Sender> senders_;
    Server server_;  // last, so that it ends before what it uses
};

}  // namespace

Result<std::unique_ptr<Transport>> create(control::Member& member, char* base, size_t bytes, bool threads) {
    auto mailboxes = Mailboxes::exchange(member, threads);
    if (!mailboxes.ok()) return std::move(mailboxes).status();
    auto transport = std::make_unique<Shm>(member, std::move(*mailboxes), base, bytes);
    if (Status status = transport->start(); !status.ok()) return status;
    return std::unique_ptr<Transport>(std::move(transport));
}

}  // namespace omni::transport::shm
