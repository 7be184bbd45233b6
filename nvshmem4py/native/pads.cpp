// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "pads.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "errors.h"
#include "members.h"

namespace nvshmem_py {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kYields = 100;
constexpr std::chrono::microseconds kLongestNap{500};

/// One channel of a pad, and how long its calls may wait; 0 ms is for ever. Used without the GIL.
class Channel {
  public:
    Channel(int team, uintptr_t pad, int channel, int timeout_ms)
        : members_(team),
          words_(reinterpret_cast<uint32_t*>(pad) + static_cast<size_t>(channel) * members_.n),
          number_(channel),
          timeout_ms_(timeout_ms),
          deadline_(Clock::now() + std::chrono::milliseconds(timeout_ms)) {}

    const Members& members() const { return members_; }

    /// What this PE did before is done at `rank` when that sees the word.
    void put(int rank) const {
        library().quiet();
        const int pe = members_.pe(rank);
        if (!poll([&] { return change(members_.me, 0, 1, pe); }))
            expire("rank %d has not taken the signal before this one", rank);
    }

    void wait(int rank) const {
        uint32_t* word = words_ + rank;
        const int self = members_.pe(members_.me);
        // The library's own wait can report whom it waits for, and sees that a PE has died.
        if (timeout_ms_ == 0) library().uint32_wait_until(word, NVSHMEM_CMP_EQ, 1);
        if (!poll([&] { return change(rank, 1, 0, self); })) expire("no signal came from rank %d", rank);
    }

  private:
    bool change(int word, uint32_t from, uint32_t to, int pe) const {
        return library().uint32_atomic_compare_swap(words_ + word, from, to, pe) == from;
    }

    /// False when the time is over. Raises what came up meanwhile: Ctrl-C, or an error of the library.
    template <class Try>
    bool poll(Try try_once) const {
        for (int round = 0; !try_once(); ++round) {
            if (library().last_error()) raise_pending();
            if (timeout_ms_ != 0 && Clock::now() > deadline_) return false;
            if (round < kYields) {
                std::this_thread::yield();
                continue;
            }
            std::this_thread::sleep_for(std::min(kLongestNap, std::chrono::microseconds(round)));
            raise_pending();
        }
        return true;
    }

    static void raise_pending() {
        nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        check_error("nvshmem_uint32_atomic_compare_swap");
    }

    [[noreturn, gnu::cold]] void expire(const char* what, int rank) const {
        nb::gil_scoped_acquire gil;
        char text[80];
        snprintf(text, sizeof text, what, rank);
        raise("WaitExpired", "%s on channel %d within %d ms", text, number_, timeout_ms_);
    }

    Members members_;
    uint32_t* words_;
    int number_;
    int timeout_ms_;
    Clock::time_point deadline_;
};

template <class Work>
void on_channel(int team, uintptr_t pad, int channel, int timeout_ms, Work work) {
    library().clear_error();
    {
        nb::gil_scoped_release others;
        work(Channel(team, pad, channel, timeout_ms));
    }
    check_error("nvshmem_uint32_wait_until");
}

void pad_put(int team, uintptr_t pad, int rank, int channel, int timeout_ms) {
    on_channel(team, pad, channel, timeout_ms, [&](const Channel& words) { words.put(rank); });
}

void pad_wait(int team, uintptr_t pad, int rank, int channel, int timeout_ms) {
    on_channel(team, pad, channel, timeout_ms, [&](const Channel& words) { words.wait(rank); });
}

void pad_barrier(int team, uintptr_t pad, int channel, int timeout_ms) {
    on_channel(team, pad, channel, timeout_ms, [](const Channel& words) {
        const Members& members = words.members();
        for (int distance = 1; distance < members.n; ++distance) words.put(members.above(distance));
        for (int distance = 1; distance < members.n; ++distance) words.wait(members.above(distance));
    });
}

}  // namespace

void define_pads(nb::module_& m) {
    m.def("pad_put", &pad_put, nb::arg("team"), nb::arg("pad"), nb::arg("rank"), nb::arg("channel"),
          nb::arg("timeout_ms"));
    m.def("pad_wait", &pad_wait, nb::arg("team"), nb::arg("pad"), nb::arg("rank"), nb::arg("channel"),
          nb::arg("timeout_ms"));
    m.def("pad_barrier", &pad_barrier, nb::arg("team"), nb::arg("pad"), nb::arg("channel"),
          nb::arg("timeout_ms"));
}

}  // namespace nvshmem_py
