// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The allocator of offsets: against a model that holds every byte, and by its own invariants.
#include "heap/allocator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace {

using omni::heap::Allocator;

constexpr size_t kUnit = Allocator::kUnit;
constexpr size_t MiB = size_t{1} << 20;

/// Which units are taken, one flag each: so simple that it cannot be wrong.
class Model {
  public:
    explicit Model(size_t capacity) : taken_(capacity / kUnit) {}

    void take(size_t offset, size_t bytes) {
        for (size_t unit : units(offset, bytes)) {
            ASSERT_LT(unit, taken_.size()) << "outside of the heap";
            ASSERT_FALSE(taken_[unit]) << "given out twice: unit " << unit;
            taken_[unit] = true;
        }
    }
    void free(size_t offset, size_t bytes) {
        for (size_t unit : units(offset, bytes)) taken_[unit] = false;
    }
    bool has_hole(size_t bytes, size_t alignment) const {
        const size_t need = (bytes + kUnit - 1) / kUnit;
        for (size_t first = 0; first < taken_.size(); ++first) {
            if (first * kUnit % alignment != 0) continue;
            size_t length = 0;
            while (length < need && first + length < taken_.size() && !taken_[first + length]) ++length;
            if (length == need) return true;
        }
        return false;
    }

  private:
    static std::vector<size_t> units(size_t offset, size_t bytes) {
        std::vector<size_t> all;
        for (size_t unit = offset / kUnit; unit * kUnit < offset + bytes; ++unit) all.push_back(unit);
        return all;
    }

    std::vector<bool> taken_;
};

struct Live {
    size_t offset, bytes;
};

/// One random step; true when it allocated.
template <class Step>
void random_steps(unsigned seed, int count, Step step) {
    std::mt19937 random(seed);
    for (int i = 0; i < count; ++i)
        ASSERT_NO_FATAL_FAILURE(step(random)) << "seed " << seed << ", step " << i;
}

class Workload {
  public:
    explicit Workload(size_t capacity) : allocator_(capacity), model_(capacity) {}

    void step(std::mt19937& random) {
        if (live_.empty() || random() % 5 < 3)
            allocate(random);
        else
            free(random() % live_.size());
        ASSERT_TRUE(allocator_.is_valid());
    }

    void free_all() {
        while (!live_.empty()) free(live_.size() - 1);
    }

    const Allocator& allocator() const { return allocator_; }

  private:
    void allocate(std::mt19937& random) {
        const size_t bytes = 1 + random() % (random() % 4 == 0 ? 20000 : 1500);
        const size_t alignment = size_t{1} << random() % 14;
        const bool possible = model_.has_hole(bytes, std::max(alignment, kUnit));
        const auto offset = allocator_.allocate(bytes, alignment, ++id_);
        ASSERT_EQ(offset.has_value(), possible) << bytes << " bytes, alignment " << alignment;
        if (!offset) return;
        ASSERT_EQ(*offset % std::max(alignment, kUnit), 0u);
        ASSERT_NO_FATAL_FAILURE(model_.take(*offset, bytes));
        ASSERT_EQ(allocator_.find(*offset)->asked, bytes);
        ASSERT_EQ(allocator_.offset_of(id_), offset);
        live_.push_back({*offset, bytes});
    }

    void free(size_t index) {
        const Live block = live_[index];
        live_.erase(live_.begin() + static_cast<long>(index));
        ASSERT_TRUE(allocator_.free(block.offset));
        ASSERT_FALSE(allocator_.free(block.offset));
        model_.free(block.offset, block.bytes);
    }

    Allocator allocator_;
    Model model_;
    std::vector<Live> live_;
    uint64_t id_ = 0;
};

TEST(Allocator, AgreesWithAModelOfEveryUnit) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        Workload workload(256 * 1024);
        random_steps(seed, 400, [&](std::mt19937& random) { workload.step(random); });
    }
}

TEST(Allocator, IsWholeAgainWhenAllIsFree) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
        Workload workload(256 * 1024);
        random_steps(seed, 300, [&](std::mt19937& random) { workload.step(random); });
        workload.free_all();
        EXPECT_EQ(workload.allocator().used(), 0u);
        EXPECT_EQ(workload.allocator().blocks(), 0u);
        EXPECT_EQ(workload.allocator().largest_free(), workload.allocator().capacity());
    }
}

TEST(Allocator, GivesTheSameOffsetsForTheSameCalls) {
    const auto trace = [] {
        std::mt19937 random(7);
        Allocator allocator(4 * MiB);
        std::vector<size_t> offsets, live;
        for (uint64_t id = 1; id <= 3000; ++id) {
            if (const auto offset = allocator.allocate(1 + random() % 30000, size_t{1} << random() % 16, id))
                live.push_back(*offset);
            offsets.push_back(live.empty() ? 0 : live.back());
            if (live.size() > 200 || (random() % 3 == 0 && !live.empty())) {
                const size_t victim = random() % live.size();
                allocator.free(live[victim]);
                live.erase(live.begin() + static_cast<long>(victim));
            }
        }
        return offsets;
    };
    EXPECT_EQ(trace(), trace());
}

TEST(Allocator, AlignsUpToTwoMegabytes) {
    Allocator allocator(64 * MiB);
    uint64_t id = 0;
    for (size_t alignment = 8; alignment <= 2 * MiB; alignment *= 2) {
        ASSERT_TRUE(allocator.allocate(1, 1, ++id));  // moves the next hole off the alignment
        const auto offset = allocator.allocate(100, alignment, ++id);
        ASSERT_TRUE(offset);
        EXPECT_EQ(*offset % alignment, 0u);
    }
    EXPECT_TRUE(allocator.is_valid());
}

/// All holes are too small for size + alignment, and the only one that begins well is not among the smallest.
TEST(Allocator, FindsTheOneHoleThatIsAligned) {
    constexpr size_t alignment = 64 * 1024;
    Allocator allocator(100 * alignment);
    uint64_t id = 0;
    std::vector<size_t> holes;
    for (size_t i = 0; i < 50; ++i) {
        const size_t shift = i == 40 ? 0 : kUnit;  // of the hole, off its aligned place
        ASSERT_TRUE(allocator.reserve(2 * i * alignment + shift,
                                      alignment / 2 + i * kUnit / 16 / kUnit * kUnit, ++id));
        holes.push_back(2 * i * alignment + shift);
    }
    while (allocator.largest_free() > 0) ASSERT_TRUE(allocator.allocate(allocator.largest_free(), 1, ++id));
    for (const size_t hole : holes) ASSERT_TRUE(allocator.free(hole));
    const auto offset = allocator.allocate(alignment / 2, alignment, ++id);
    ASSERT_TRUE(offset);
    EXPECT_EQ(*offset, 80 * alignment);
    EXPECT_FALSE(allocator.allocate(alignment / 2, alignment, ++id));
}

TEST(Allocator, TakesTheSmallestHoleThatFits) {
    Allocator allocator(100 * kUnit);
    ASSERT_TRUE(allocator.reserve(10 * kUnit, kUnit, 1));  // holes of 10, 5 and 83 units
    ASSERT_TRUE(allocator.reserve(16 * kUnit, kUnit, 2));
    EXPECT_EQ(allocator.allocate(4 * kUnit, 1, 3), 11 * kUnit);
    EXPECT_EQ(allocator.allocate(9 * kUnit, 1, 4), 0u);
    EXPECT_EQ(allocator.allocate(11 * kUnit, 1, 5), 17 * kUnit);
}

TEST(Allocator, RefusesWhatCannotBe) {
    Allocator allocator(10 * kUnit);
    EXPECT_FALSE(allocator.allocate(10 * kUnit + 1, 1, 1));
    EXPECT_FALSE(allocator.allocate(SIZE_MAX, 1, 1));
    EXPECT_FALSE(allocator.allocate(SIZE_MAX - 100, size_t{1} << 63, 1));
    EXPECT_EQ(allocator.allocate(10 * kUnit, size_t{1} << 63, 1), 0u) << "offset 0 is aligned to everything";
    EXPECT_FALSE(allocator.allocate(1, 1, 2));
    EXPECT_TRUE(allocator.is_valid());
    EXPECT_FALSE(Allocator(0).allocate(1, 1, 1));
}

TEST(Allocator, ReservesExactlyWhatIsFree) {
    Allocator allocator(10 * kUnit);
    ASSERT_TRUE(allocator.reserve(4 * kUnit, 2 * kUnit, 1));
    EXPECT_TRUE(allocator.find(4 * kUnit)->reserved);
    for (const auto& [offset, units] :
         {std::pair<size_t, size_t>{4, 1}, {5, 1}, {3, 2}, {5, 2}, {0, 10}, {9, 2}, {10, 1}, {0, 0}})
        EXPECT_FALSE(allocator.reserve(offset * kUnit, units * kUnit, 2)) << offset << " + " << units;
    EXPECT_FALSE(allocator.reserve(SIZE_MAX - kUnit + 1, 2 * kUnit, 2));
    EXPECT_TRUE(allocator.reserve(0, 4 * kUnit, 2));
    EXPECT_TRUE(allocator.reserve(6 * kUnit, 4 * kUnit, 3));
    EXPECT_EQ(allocator.largest_free(), 0u);
    EXPECT_TRUE(allocator.is_valid());
}

TEST(Allocator, FindsTheBlockAroundAnOffset) {
    Allocator allocator(10 * kUnit);
    ASSERT_TRUE(allocator.reserve(2 * kUnit, 3 * kUnit, 1));
    EXPECT_EQ(allocator.containing(2 * kUnit - 1), nullptr);
    EXPECT_EQ(allocator.containing(2 * kUnit)->first, 2 * kUnit);
    EXPECT_EQ(allocator.containing(5 * kUnit - 1)->first, 2 * kUnit);
    EXPECT_EQ(allocator.containing(5 * kUnit), nullptr);
    EXPECT_EQ(allocator.find(3 * kUnit), nullptr);
}

TEST(Allocator, CountsWhatIsUsed) {
    Allocator allocator(10 * kUnit);
    allocator.allocate(1, 1, 1);
    allocator.allocate(kUnit + 1, 1, 2);
    EXPECT_EQ(allocator.used(), 3 * kUnit);
    allocator.free(0);
    EXPECT_EQ(allocator.used(), 2 * kUnit);
    EXPECT_EQ(allocator.peak(), 3 * kUnit);
    EXPECT_EQ(allocator.blocks(), 1u);
}

/// 40,000 steps beside 20,000 holes and 20,000 blocks: linear searches would take minutes.
TEST(Allocator, DoesNotSlowDownWithTheNumberOfBlocks) {
    constexpr size_t blocks = 40'000;
    Allocator allocator(2 * blocks * kUnit);
    std::mt19937 random(3);
    for (uint64_t id = 1; id <= blocks; ++id) ASSERT_TRUE(allocator.allocate(kUnit, 1, id));
    for (size_t i = 0; i < blocks; i += 2) ASSERT_TRUE(allocator.free(i * kUnit));
    for (uint64_t id = blocks + 1; id <= 2 * blocks; ++id) {
        const size_t alignment = kUnit << random() % 4;
        const auto offset = allocator.allocate(1 + random() % (3 * kUnit), alignment, id);
        ASSERT_TRUE(offset);
        ASSERT_TRUE(allocator.containing(*offset));
        ASSERT_TRUE(allocator.free(*offset));
    }
    EXPECT_TRUE(allocator.is_valid());
}

/// 70 % of the heap in random sizes, freed in random order, again and again: then one block of 95 % fits.
TEST(Allocator, LeavesNoFragmentsBehind) {
    Allocator allocator(64 * MiB);
    std::mt19937 random(11);
    std::vector<size_t> live;
    uint64_t id = 0;
    for (int round = 0; round < 30'000; ++round) {
        const size_t bytes = 1 + random() % (size_t{1} << (5 + random() % 14));
        if (allocator.used() + bytes < allocator.capacity() / 10 * 7) {
            const auto offset = allocator.allocate(bytes, size_t{8} << random() % 10, ++id);
            ASSERT_TRUE(offset) << "round " << round;
            live.push_back(*offset);
        }
        if (!live.empty() && random() % 100 < 49) {
            std::swap(live[random() % live.size()], live.back());
            ASSERT_TRUE(allocator.free(live.back()));
            live.pop_back();
        }
    }
    EXPECT_GT(allocator.peak(), allocator.capacity() / 2);
    for (const size_t offset : live) ASSERT_TRUE(allocator.free(offset));
    EXPECT_TRUE(allocator.allocate(allocator.capacity() / 100 * 95, 1, ++id));
}

}  // namespace
