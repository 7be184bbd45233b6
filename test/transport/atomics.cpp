// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Atomics of every operation and type, and among all who may access an element.
#include <cstring>

#include "conformance.h"
#include "transport/amo.h"

namespace omni::test {

using transport::Amo;
using transport::AmoOp;
using transport::AmoType;

namespace {

constexpr uint64_t kElement = 512;
constexpr AmoType kTypes[] = {AmoType::int32, AmoType::int64, AmoType::half, AmoType::float32,
                              AmoType::float64};

uint64_t bits(AmoType type, double value) {
    switch (type) {
        case AmoType::int32:
            return static_cast<uint32_t>(static_cast<int32_t>(value));
        case AmoType::int64:
            return static_cast<uint64_t>(static_cast<int64_t>(value));
        case AmoType::half:
            return float_to_half(static_cast<float>(value));
        case AmoType::float32:
            return std::bit_cast<uint32_t>(static_cast<float>(value));
        case AmoType::float64:
            return std::bit_cast<uint64_t>(value);
    }
    return 0;
}

bool is_integer(AmoType type) { return type == AmoType::int32 || type == AmoType::int64; }

/// An operation on 11, and what must come of it.
struct Step {
    AmoOp op;
    double operand, condition, after;
};
constexpr Step kSteps[] = {
    {AmoOp::fetch, 0, 0, 11},         {AmoOp::set, 5, 0, 5},
    {AmoOp::swap, -6, 0, -6},         {AmoOp::compare_swap, 7, 11, 7},
    {AmoOp::compare_swap, 7, 12, 11}, {AmoOp::add, 21, 0, 32},
    {AmoOp::add, -12, 0, -1},
};
constexpr Step kIntegerSteps[] = {
    {AmoOp::bit_and, 6, 0, 2},
    {AmoOp::bit_or, 6, 0, 15},
    {AmoOp::bit_xor, 6, 0, 13},
};

void check(Station& station, AmoType type, const Step& step, bool fetching) {
    transport::Transport& transport = station.transport();
    const size_t bytes = transport::element_bytes(type);
    const uint64_t place = kElement + 64 * static_cast<uint64_t>(station.me()) + bytes;
    const Amo amo{step.op, type, bits(type, step.operand), bits(type, step.condition)};
    std::vector<unsigned char> field(3 * bytes, kPoison);
    const uint64_t start = bits(type, 11), after = bits(type, step.after);
    std::memcpy(field.data() + bytes, &start, bytes);
    expect_ok(transport.put(station.next(), place - bytes, field.data(), field.size()));
    uint64_t before = start;
    expect_ok(transport.amo(station.next(), place, amo, fetching ? &before : nullptr));
    std::vector<unsigned char> seen(3 * bytes);
    expect_ok(transport.fence());
    expect_ok(transport.get(station.next(), place - bytes, seen.data(), seen.size()));
    std::memcpy(field.data() + bytes, &after, bytes);
    EXPECT_EQ(field, seen) << "operation " << static_cast<int>(step.op) << " type " << static_cast<int>(type);
    if (step.op == AmoOp::set) return;
    EXPECT_EQ(start, before) << "operation " << static_cast<int>(step.op);
}

}  // namespace

TEST_P(Conformance, AtomicsOfEveryOperationAndType) {
    on_every_pe([](Station& station) {
        for (AmoType type : kTypes)
            for (bool fetching : {false, true}) {
                for (const Step& step : kSteps) check(station, type, step, fetching);
                if (!is_integer(type)) continue;
                for (const Step& step : kIntegerSteps) check(station, type, step, fetching);
            }
        station.barrier();
    });
}

/// The owner uses its own instructions, the others the transport: one atomic domain.
TEST_P(Conformance, NoIncrementIsLost) {
    on_every_pe([](Station& station) {
        constexpr uint64_t rounds = 2000;
        const Amo add{AmoOp::add, AmoType::int64, 1, 0};
        uint64_t last = 0;
        for (uint64_t round = 0; round < rounds; ++round) {
            uint64_t before = 0;
            if (station.me() == 0)
                before = transport::perform(station.at(kElement), add);
            else
                expect_ok(station.transport().amo(0, kElement, add, round % 4 ? nullptr : &before));
            if (round % 4 != 0) continue;
            EXPECT_TRUE(round == 0 || before > last) << before << " after " << last;
            last = before;
        }
        expect_ok(station.transport().quiet());
        station.barrier();
        if (station.me() == 0) {
            std::atomic_ref<uint64_t> sum(*reinterpret_cast<uint64_t*>(station.at(kElement)));
            EXPECT_EQ(rounds * static_cast<uint64_t>(station.pes()), sum.load());
        }
        station.barrier();
    });
}

TEST_P(Conformance, FloatingAddsAmongAllAreExact) {
    on_every_pe([](Station& station) {
        for (AmoType type : {AmoType::half, AmoType::float32, AmoType::float64})
            for (int round = 0; round < 100; ++round)
                expect_ok(station.transport().amo(0, kElement + 8 * static_cast<uint64_t>(type),
                                                  {AmoOp::add, type, bits(type, 1), 0}, nullptr));
        expect_ok(station.transport().quiet());
        station.barrier();
        for (AmoType type : {AmoType::half, AmoType::float32, AmoType::float64}) {
            uint64_t sum = 0;
            expect_ok(station.transport().get(0, kElement + 8 * static_cast<uint64_t>(type), &sum,
                                              transport::element_bytes(type)));
            EXPECT_EQ(bits(type, 100 * station.pes()), sum) << "type " << static_cast<int>(type);
        }
        station.barrier();
    });
}

TEST_P(Conformance, CompareSwapElectsOne) {
    on_every_pe([](Station& station) {
        const uint64_t mine = static_cast<uint64_t>(station.me()) + 1;
        uint64_t winners = 0;
        for (uint64_t round = 0; round < 50; ++round) {
            uint64_t before = 1;
            const uint64_t place = kElement + 8 * round;
            expect_ok(
                station.transport().amo(0, place, {AmoOp::compare_swap, AmoType::int64, mine, 0}, &before));
            if (before == 0) ++winners;
        }
        expect_ok(station.transport().amo(0, 0, {AmoOp::add, AmoType::int64, winners, 0}, nullptr));
        expect_ok(station.transport().quiet());
        station.barrier();
        uint64_t all = 0;
        expect_ok(station.transport().get(0, 0, &all, sizeof all));
        EXPECT_EQ(50u, all);
        station.barrier();
    });
}

}  // namespace omni::test
