// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Data, order and completion, bad requests, segments, threads, the death of a target.
#include "conformance.h"

#include <signal.h>

#include <cstring>
#include <thread>

#include "os/clock.h"

namespace omni::test {

using transport::Amo;
using transport::AmoOp;
using transport::AmoType;

unsigned char pattern(int pe, size_t round, size_t index) {
    return static_cast<unsigned char>(static_cast<size_t>(pe) * 89 + round * 31 + index * 7 +
                                      (index >> 8) * 13);
}

void fill(char* to, size_t bytes, int pe, size_t round) {
    for (size_t i = 0; i < bytes; ++i) to[i] = static_cast<char>(pattern(pe, round, i));
}

size_t strangers(const char* at, size_t bytes, int pe, size_t round) {
    size_t count = 0;
    for (size_t i = 0; i < bytes; ++i) count += static_cast<unsigned char>(at[i]) != pattern(pe, round, i);
    return count;
}

namespace {

constexpr size_t kSizes[] = {
    0,  1,  2,    3,    4,    5,    7,    8,    9,    15,    16,    31,    32,     33,           63,
    64, 65, 1000, 4095, 4096, 8191, 8192, 8193, 8200, 16384, 65535, 65536, 262145, (1 << 20) + 3};
/// Large transfers need no more than one odd place.
bool worthwhile(size_t bytes, uint64_t shift) { return bytes < 20'000 || shift == 1; }

constexpr uint64_t kFlag = 0, kAcknowledgement = 64, kData = 4096, kGuard = 64;

Amo set(uint64_t value) { return {AmoOp::set, AmoType::int64, value, 0}; }

void poison(char* at, size_t bytes) { std::memset(at, kPoison, bytes); }

bool is_poison(const char* at, size_t bytes) {
    for (size_t i = 0; i < bytes; ++i)
        if (static_cast<unsigned char>(at[i]) != kPoison) return false;
    return true;
}

/// Raises the flag at `offset` of `pe` behind all that this PE has put there.
void signal(Station& station, int pe, uint64_t offset, uint64_t value) {
    expect_ok(station.transport().fence());
    expect_ok(station.transport().amo(pe, offset, set(value), nullptr));
}

}  // namespace

TEST_P(Conformance, SaysWhatItIs) {
    on_every_pe([](Station& station) {
        EXPECT_STREQ(GetParam().transport, station.transport().capabilities().name);
    });
}

TEST_P(Conformance, PutsEverySizeAtEveryAlignment) {
    on_every_pe([](Station& station) {
        const int from = (station.me() + station.pes() - 1) % station.pes();
        std::vector<char> source(1 << 21);
        size_t round = 0;
        for (size_t bytes : kSizes) {
            for (uint64_t shift : {0, 1, 2, 4, 7}) {
                if (!worthwhile(bytes, shift)) continue;
                const uint64_t place = kData + shift;
                poison(station.at(place - kGuard), bytes + 2 * kGuard);
                fill(source.data() + shift / 2, bytes, station.me(), ++round);
                station.barrier();
                expect_ok(station.transport().put(station.next(), place, source.data() + shift / 2, bytes));
                poison(source.data() + shift / 2, bytes);  // the source may be reused
                expect_ok(station.transport().quiet());
                station.barrier();
                EXPECT_EQ(0u, strangers(station.at(place), bytes, from, round))
                    << bytes << " bytes at " << place;
                EXPECT_TRUE(is_poison(station.at(place - kGuard), kGuard)) << bytes << " bytes at " << place;
                EXPECT_TRUE(is_poison(station.at(place + bytes), kGuard)) << bytes << " bytes at " << place;
            }
        }
    });
}

TEST_P(Conformance, GetsEverySizeAtEveryAlignment) {
    on_every_pe([](Station& station) {
        fill(station.at(kData), 1 << 21, station.me(), 5);
        station.barrier();
        std::vector<char> dest(1 << 21), expected(1 << 21);
        fill(expected.data(), expected.size(), station.next(), 5);
        for (size_t bytes : kSizes) {
            for (size_t shift : {0, 1, 2, 4, 7}) {
                if (!worthwhile(bytes, shift)) continue;
                poison(dest.data(), bytes + 2 * kGuard + shift);
                char* place = dest.data() + kGuard + shift;
                expect_ok(station.transport().get(station.next(), kData + shift, place, bytes));
                EXPECT_EQ(0, std::memcmp(place, expected.data() + shift, bytes)) << bytes << " bytes";
                EXPECT_TRUE(is_poison(place - kGuard, kGuard)) << bytes << " bytes";
                EXPECT_TRUE(is_poison(place + bytes, kGuard)) << bytes << " bytes";
            }
        }
    });
}

TEST_P(Conformance, ZeroBytesNeedNoMemory) {
    on_every_pe([](Station& station) {
        expect_ok(station.transport().put(station.next(), UINT64_MAX, nullptr, 0));
        expect_ok(station.transport().get(station.next(), UINT64_MAX, nullptr, 0));
        expect_ok(station.transport().quiet());
    });
}

TEST_P(Conformance, ReachesItself) {
    on_every_pe([](Station& station) {
        std::vector<char> source(100'000), back(100'000);
        fill(source.data(), source.size(), station.me(), 1);
        uint64_t before = 0;
        expect_ok(station.transport().put(station.me(), kData, source.data(), source.size()));
        expect_ok(station.transport().get(station.me(), kData, back.data(), back.size()));
        expect_ok(station.transport().amo(station.me(), kFlag, set(7), nullptr));
        expect_ok(station.transport().amo(station.me(), kFlag, {AmoOp::add, AmoType::int64, 3, 0}, &before));
        expect_ok(station.transport().quiet());
        EXPECT_EQ(source, back);
        EXPECT_EQ(7u, before);
        station.await(kFlag, 10);
    });
}

TEST_P(Conformance, ElementsAreNeverSeenInParts) {
    on_every_pe([](Station& station) {
        const auto word = [&](uint64_t offset) {
            return std::atomic_ref<uint64_t>(*reinterpret_cast<uint64_t*>(station.at(offset)));
        };
        constexpr uint64_t rounds = 3000;
        const auto value = [](uint64_t round) { return round % 2 ? UINT64_MAX : 0; };
        if (station.me() == 0) {
            for (uint64_t round = 1; round <= rounds; ++round) {
                const uint64_t source = value(round);
                expect_ok(station.transport().put(1 % station.pes(), kData, &source, sizeof source));
            }
            signal(station, 1 % station.pes(), kFlag, 1);
        }
        if (station.me() == 1 % station.pes()) {
            uint64_t mixed = 0;
            do {
                const uint64_t seen = word(kData).load(std::memory_order_acquire);
                mixed += seen != 0 && seen != UINT64_MAX;
                std::this_thread::yield();
            } while (word(kFlag).load(std::memory_order_acquire) == 0);
            EXPECT_EQ(0u, mixed);
            EXPECT_EQ(value(rounds), word(kData).load(std::memory_order_acquire));
        }
        station.barrier();
    });
}

TEST_P(Conformance, AFlagNeverOvertakesItsData) {
    on_every_pe([](Station& station) {
        const int from = (station.me() + station.pes() - 1) % station.pes();
        std::vector<char> source(1 << 21);
        uint64_t round = 0;
        for (size_t bytes : kSizes) {
            for (int repeat = 0; repeat < (bytes < 10'000 ? 20 : 2); ++repeat) {
                fill(source.data(), bytes, station.me(), ++round);
                expect_ok(station.transport().put(station.next(), kData, source.data(), bytes));
                signal(station, station.next(), kFlag, round);
                station.await(kFlag, round);
                EXPECT_EQ(0u, strangers(station.at(kData), bytes, from, round)) << bytes << " bytes";
                signal(station, from, kAcknowledgement, round);
                station.await(kAcknowledgement, round);
            }
        }
        expect_ok(station.transport().quiet());
    });
}

TEST_P(Conformance, FenceOrdersPuts) {
    on_every_pe([](Station& station) {
        for (uint64_t round = 1; round <= 500; ++round) {
            const uint64_t data = round * 1000;
            expect_ok(station.transport().put(station.next(), kData, &data, sizeof data));
            expect_ok(station.transport().fence());
            expect_ok(station.transport().put(station.next(), kFlag, &round, sizeof round));
            station.await(kFlag, round);
            std::atomic_ref<uint64_t> arrived(*reinterpret_cast<uint64_t*>(station.at(kData)));
            EXPECT_GE(arrived.load(std::memory_order_relaxed), data);
        }
        expect_ok(station.transport().quiet());
    });
}

/// One PE writes, another owns, a third observes; with fewer PEs, some are several of these.
TEST_P(Conformance, WhatQuietCompletedEveryPeSees) {
    on_every_pe([](Station& station) {
        const int writer = 0, owner = 1 % station.pes(), observer = 2 % station.pes();
        for (uint64_t round = 1; round <= 200; ++round) {
            if (station.me() == writer) {
                expect_ok(station.transport().put(owner, kData, &round, sizeof round));
                expect_ok(station.transport().quiet());
                expect_ok(station.transport().put(observer, kFlag, &round, sizeof round));
            }
            if (station.me() == observer) {
                uint64_t seen = 0;
                station.await(kFlag, round);
                expect_ok(station.transport().get(owner, kData, &seen, sizeof seen));
                EXPECT_EQ(round, seen);
            }
            station.barrier();
        }
    });
}

TEST_P(Conformance, ManyOutstandingPutsAllArrive) {
    on_every_pe([](Station& station) {
        const uint32_t count = 20'000 / static_cast<uint32_t>(station.pes());
        for (uint32_t i = 0; i < count; ++i)
            for (int pe = 0; pe < station.pes(); ++pe) {
                const uint32_t value = i * 16 + static_cast<uint32_t>(station.me());
                const uint64_t place =
                    kData + (static_cast<uint64_t>(station.me()) * count + i) * sizeof value;
                expect_ok(station.transport().put(pe, place, &value, sizeof value));
            }
        expect_ok(station.transport().quiet());
        station.barrier();
        const auto* arrived = reinterpret_cast<const uint32_t*>(station.at(kData));
        size_t wrong = 0;
        for (uint32_t pe = 0; pe < static_cast<uint32_t>(station.pes()); ++pe)
            for (uint32_t i = 0; i < count; ++i) wrong += arrived[pe * count + i] != i * 16 + pe;
        EXPECT_EQ(0u, wrong);
    });
}

TEST_P(Conformance, WorksAgainAfterIdling) {
    on_every_pe([](Station& station) {
        for (uint64_t round = 1; round <= 5; ++round) {
            uint64_t back = 0;
            os::sleep_ns(5'000'000);
            expect_ok(station.transport().put(station.next(), kData, &round, sizeof round));
            expect_ok(station.transport().get(station.next(), kData, &back, sizeof back));
            EXPECT_EQ(round, back);
            station.barrier();
        }
    });
}

TEST_P(Conformance, ThreadsOfAPeDoNotDisturbEachOther) {
    on_every_pe([](Station& station) {
        constexpr size_t threads = 4, bytes = 100'003;
        constexpr uint64_t stride = 128 << 10;
        const auto work = [&](size_t thread) {
            const uint64_t place =
                kData + (static_cast<size_t>(station.me()) * threads + thread) * stride % (3 << 20);
            std::vector<char> source(bytes), back(bytes);
            for (size_t round = 1; round <= 10; ++round) {
                fill(source.data(), bytes, station.me() + 10 * static_cast<int>(thread), round);
                expect_ok(station.transport().put(station.next(), place, source.data(), bytes));
                if (round % 2) expect_ok(station.transport().quiet());
                expect_ok(station.transport().fence());
                poison(back.data(), bytes);
                expect_ok(station.transport().get(station.next(), place, back.data(), bytes));
                EXPECT_EQ(source, back);
                uint64_t before;
                expect_ok(station.transport().amo(0, kFlag, {AmoOp::add, AmoType::int64, 1, 0}, &before));
            }
        };
        std::vector<std::thread> workers;
        for (size_t thread = 0; thread < threads; ++thread) workers.emplace_back(work, thread);
        for (std::thread& worker : workers) worker.join();
        station.barrier();
        uint64_t sum = 0;
        expect_ok(station.transport().get(0, kFlag, &sum, sizeof sum));
        EXPECT_EQ(static_cast<uint64_t>(station.pes()) * threads * 10, sum);
        station.barrier();
    });
}

TEST_P(Conformance, QuietCompletesTheWorkOfOtherThreads) {
    on_every_pe([](Station& station) {
        std::vector<char> source(300'000);
        fill(source.data(), source.size(), station.me(), 3);
        const auto put = [&] {
            expect_ok(station.transport().put(station.next(), kData, source.data(), source.size()));
        };
        std::thread(put).join();
        expect_ok(station.transport().quiet());
        station.barrier();
        const int from = (station.me() + station.pes() - 1) % station.pes();
        EXPECT_EQ(0u, strangers(station.at(kData), source.size(), from, 3));
    });
}

/// What lies outside of the target's memory is refused; the target and what comes after are unharmed.
TEST_P(Conformance, ABadPlaceIsAnErrorAndNoMore) {
    on_every_pe([](Station& station) {
        transport::Transport& transport = station.transport();
        std::vector<char> buffer(100'000);
        fill(buffer.data(), buffer.size(), station.me(), 9);
        poison(station.at(Station::kBytes - 8), 8);
        station.barrier();
        for (uint64_t place :
             {uint64_t{Station::kBytes}, Station::kBytes + Station::kWindowBytes, UINT64_MAX - 7}) {
            EXPECT_FALSE(transport.get(station.next(), place, buffer.data(), 8).ok()) << place;
            Status put = transport.put(station.next(), place, buffer.data(), 8), quiet = transport.quiet();
            EXPECT_FALSE(put.ok() && quiet.ok()) << place;
        }
        EXPECT_FALSE(transport.get(station.next(), Station::kBytes - 50'000, buffer.data(), 100'000).ok());
        uint64_t before;
        EXPECT_FALSE(transport.amo(station.next(), Station::kBytes, set(1), &before).ok());
        EXPECT_FALSE(transport.amo(station.next(), 4, set(1), &before).ok()) << "misaligned";
        expect_ok(transport.quiet());
        expect_ok(transport.get(station.next(), Station::kBytes - 8, buffer.data(), 8));
        EXPECT_TRUE(is_poison(buffer.data(), 8));
        station.barrier();
    });
}

TEST_P(Conformance, SegmentsAreReachableWhileRegistered) {
    on_every_pe([](Station& station) {
        transport::Transport& transport = station.transport();
        constexpr uint64_t place = Station::kBytes + 64 * 1024;
        constexpr size_t bytes = 128 * 1024;
        auto file = os::create_memory_file("test-segment", bytes);
        ASSERT_TRUE(file.ok());
        for (int round = 1; round <= 3; ++round) {
            expect_ok(os::map_shared_at(station.at(place), file->get(), 0, bytes));
            expect_ok(transport.register_segment(place, bytes, file->get(), 0));
            station.barrier();
            std::vector<char> source(bytes);
            fill(source.data(), bytes, station.me(), static_cast<size_t>(round));
            expect_ok(transport.put(station.next(), place, source.data(), bytes));
            expect_ok(transport.quiet());
            station.barrier();
            const int from = (station.me() + station.pes() - 1) % station.pes();
            EXPECT_EQ(0u, strangers(station.at(place), bytes, from, static_cast<size_t>(round)));
            EXPECT_FALSE(transport.get(station.next(), place + bytes - 4, source.data(), 8).ok());
            station.barrier();
            expect_ok(transport.release_segment(place, bytes));
            expect_ok(os::unmap_at(station.at(place), bytes));
            station.barrier();
            EXPECT_FALSE(transport.get(station.next(), place, source.data(), 8).ok());
            station.barrier();
        }
    });
}

/// Nothing hangs, and the errors name the dead.
TEST_P(ConformanceOfProcesses, TheDeathOfATargetIsAnError) {
    const auto body = [](Station& station) {
        constexpr int victim = 1;
        uint64_t word = 0;
        if (station.me() == victim) ::raise(SIGKILL);
        Status status;
        for (const int64_t began = os::now_ns(); status.ok() && os::now_ns() - began < 20'000'000'000;)
            status = station.transport().get(victim, kData, &word, sizeof word);
        EXPECT_FALSE(status.ok());
        EXPECT_NE(nullptr, std::strstr(status.text(), "PE 1")) << status.text();
        EXPECT_FALSE(station.transport().get(victim, kData, &word, sizeof word).ok());
        EXPECT_FALSE(station.transport().put(victim, kData, &word, sizeof word).ok());
        EXPECT_FALSE(station.transport().quiet().ok());
    };
    run(GetParam(), body, 1);
}

}  // namespace omni::test
