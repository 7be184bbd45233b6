// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// PEs for tests of transports, below the library: each has a seat in a control segment, memory of its own and
// the transport under test. They are threads of the test program or processes that it forks.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "control/exchange.h"
#include "transport/transport.h"

namespace omni::test {

/// Makes the transport of one PE whose peers may name [0, bytes) at `base`. Collective.
using MakeTransport = Result<std::unique_ptr<transport::Transport>> (*)(control::Member& member, char* base,
                                                                        size_t bytes, bool threads);

/// What a case runs on.
struct Setting {
    const char* transport;
    MakeTransport make;
    bool threads;
    int pes;
};

/// One PE as a case sees it.
class Station {
  public:
    static constexpr size_t kBytes = 4 << 20;        ///< symmetric memory
    static constexpr size_t kWindowBytes = 1 << 20;  ///< addresses behind it, for segments

    Station(control::Segment& segment, int me, const Setting& setting);
    ~Station();

    int me() const { return member_.me; }
    int pes() const { return member_.n; }
    int next() const { return (me() + 1) % pes(); }
    char* at(uint64_t offset) const { return span_.address() + offset; }
    transport::Transport& transport() const { return *transport_; }
    control::Member& member() { return member_; }

    /// All have come here. Says nothing about completion.
    void barrier();
    /// The word at `offset` of this PE has reached `value`.
    void await(uint64_t offset, uint64_t value);

  private:
    control::Member member_;
    os::Mapping span_;
    std::unique_ptr<transport::Transport> transport_;
};

using Body = std::function<void(Station&)>;

/// Runs `body` on every PE. Each must end in time and without failure; PE `victim`, if there is one, by
/// SIGKILL.
void run(const Setting& setting, const Body& body, int victim = -1);

/// A status that must be good.
void expect_ok(const Status& status);

}  // namespace omni::test
