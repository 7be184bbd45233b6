// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// broadcast, fcollect, alltoall: every type, every kind of team, sizes on both sides of each change of
// algorithm, in place, back to back.
#include <optional>

#include "pattern.h"
#include "teams.h"

namespace omni::test {
namespace {

template <class T>
struct Movement {
    int (*broadcast)(nvshmem_team_t, T*, const T*, size_t, int);
    int (*fcollect)(nvshmem_team_t, T*, const T*, size_t);
    int (*alltoall)(nvshmem_team_t, T*, const T*, size_t);
};

/// What each PE contributes to a call. Calls k and k + 4 are alike.
template <class T>
class Contributions {
  public:
    void fill(T* source, size_t count, int call = 0) { of(nvshmem_my_pe(), call).write(source, 0, count); }

    /// Whether `block` holds elements [first, first + count) of `pe`.
    testing::AssertionResult is_block(const T* block, int pe, size_t first, size_t count, int call = 0) {
        return of(pe, call).is_at(block, first, count) << " of PE " << pe << "'s block, call " << call;
    }

  private:
    const Pattern<T>& of(int pe, int call) {
        std::optional<Pattern<T>>& pattern = patterns_[static_cast<size_t>(pe * 4 + call % 4)];
        if (!pattern)
            pattern.emplace(
                [=](size_t i) { return sample<T>(pe * 31 + static_cast<int>(i) * 7 + call % 4 * 3); });
        return *pattern;
    }

    std::vector<std::optional<Pattern<T>>> patterns_{static_cast<size_t>(nvshmem_n_pes()) * 4};
};

/// One source and a destination a call, for blocks of up to `most` elements.
template <class T>
struct Arena {
    explicit Arena(size_t most) : most(most) {}

    /// Collective over the world.
    void prepare(size_t count) {
        contributions.fill(source.data(), count * pes);
        for (Destination<T>* dest : {&from_first, &from_last}) dest->prepare(count);
        for (Destination<T>* dest : {&collected, &exchanged}) dest->prepare(count * pes);
        nvshmem_barrier_all();
    }

    size_t most, pes = static_cast<size_t>(nvshmem_n_pes());
    Contributions<T> contributions;
    Symmetric<T> source{most * pes};
    Destination<T> from_first{most}, from_last{most}, collected{most * pes}, exchanged{most * pes};
};

template <class T>
void call_all(const Movement<T>& calls, const SplitTeam& team, Arena<T>& arena, size_t count) {
    const std::vector<int>& members = team.members();
    const size_t me = static_cast<size_t>(team.rank());
    EXPECT_EQ(calls.broadcast(team.handle(), arena.from_first.data(), arena.source.data(), count, 0), 0);
    EXPECT_EQ(calls.fcollect(team.handle(), arena.collected.data(), arena.source.data(), count), 0);
    EXPECT_EQ(
        calls.broadcast(team.handle(), arena.from_last.data(), arena.source.data(), count, team.size() - 1),
        0);
    EXPECT_EQ(calls.alltoall(team.handle(), arena.exchanged.data(), arena.source.data(), count), 0);
    EXPECT_TRUE(arena.contributions.is_block(arena.from_first.data(), members.front(), 0, count));
    EXPECT_TRUE(arena.contributions.is_block(arena.from_last.data(), members.back(), 0, count));
    for (size_t rank = 0; rank < members.size(); ++rank) {
        EXPECT_TRUE(
            arena.contributions.is_block(arena.collected.data() + rank * count, members[rank], 0, count));
        EXPECT_TRUE(arena.contributions.is_block(arena.exchanged.data() + rank * count, members[rank],
                                                 me * count, count));
    }
}

/// Collective over the world. The calls follow each other without a sync; each has its own destination.
template <class T>
void check(const Movement<T>& calls, const SplitTeam& team, Arena<T>& arena, size_t count) {
    SCOPED_TRACE(testing::Message() << count << " elements of " << sizeof(T) << " bytes");
    arena.prepare(count);
    if (team.is_member()) call_all(calls, team, arena, count);
    nvshmem_barrier_all();
    const size_t block = team.is_member() ? count : 0, blocks = block * team.members().size();
    EXPECT_TRUE(arena.from_first.ends_at(block) && arena.from_last.ends_at(block));
    EXPECT_TRUE(arena.collected.ends_at(blocks) && arena.exchanged.ends_at(blocks));
    EXPECT_TRUE(arena.contributions.is_block(arena.source.data(), nvshmem_my_pe(), 0, count * arena.pes))
        << "a source was written to";
}

#define CALLS(NAME, TYPE) \
    Movement<TYPE> { nvshmem_##NAME##_broadcast, nvshmem_##NAME##_fcollect, nvshmem_##NAME##_alltoall }

template <class T>
void check_type(const Movement<T>& calls) {
    const SplitTeam team("reversed world", nvshmem_n_pes() - 1, nvshmem_n_pes() > 1 ? -1 : 0,
                         nvshmem_n_pes());
    Arena<T> arena(33);
    for (const size_t count : {1, 2, 3, 33}) check(calls, team, arena, count);
}

PE_TEST(Movement, AllTypes) {
#define CHECK(NAME, TYPE)                    \
    {                                        \
        SCOPED_TRACE(#NAME);                 \
        check_type<TYPE>(CALLS(NAME, TYPE)); \
    }
    NVSHMEM_FOR_EACH_RMA_TYPE(CHECK)
#undef CHECK
}

const Movement<unsigned char> kBytes{
    [](nvshmem_team_t team, unsigned char* dest, const unsigned char* source, size_t n, int root) {
        return nvshmem_broadcastmem(team, dest, source, n, root);
    },
    [](nvshmem_team_t team, unsigned char* dest, const unsigned char* source, size_t n) {
        return nvshmem_fcollectmem(team, dest, source, n);
    },
    [](nvshmem_team_t team, unsigned char* dest, const unsigned char* source, size_t n) {
        return nvshmem_alltoallmem(team, dest, source, n);
    },
};

PE_TEST(Movement, AllTeamsAllSizesOfBytes) {
    Arena<unsigned char> arena(33000);
    on_every_kind_of_team([&](const SplitTeam& team) {
        for (const size_t count :
             {1, 2, 3, 7, 8, 9, 15, 16, 31, 32, 33, 63, 64, 65, 1000, 4095, 4097, 32767, 32768, 32769})
            check(kBytes, team, arena, count);
    });
}

PE_TEST(Movement, LargeBlocks) {
    const size_t count = long_run() ? (size_t{1} << 20) + 3 : 150001;
    Arena<unsigned char> arena(count);
    on_every_kind_of_team([&](const SplitTeam& team) { check(kBytes, team, arena, count); });
}

/// The public prototypes say elements; odd places are those that no wide store is aligned at.
PE_TEST(Movement, OddPlaces) {
    Contributions<char> contributions;
    const int me = nvshmem_my_pe();
    const size_t pes = static_cast<size_t>(nvshmem_n_pes());
    for (const size_t count : {5, 33, 1001}) {
        Symmetric<char> source(count * pes + 8), dest(count * pes + 8);
        for (size_t shift = 1; shift < 8; ++shift) {
            contributions.fill(source.data() + shift, count * pes);
            nvshmem_barrier_all();
            EXPECT_EQ(nvshmem_char_alltoall(NVSHMEM_TEAM_WORLD, dest.data() + 8 - shift,
                                            source.data() + shift, count),
                      0);
            for (size_t pe = 0; pe < pes; ++pe)
                EXPECT_TRUE(contributions.is_block(dest.data() + 8 - shift + pe * count, static_cast<int>(pe),
                                                   static_cast<size_t>(me) * count, count));
            nvshmem_barrier_all();
        }
    }
}

PE_TEST(Movement, BC17_FcollectAndBroadcastOverOddPes) {
    const int pes = nvshmem_n_pes();
    if (pes < 2) return;
    const SplitTeam team("odd PEs", 1, 2, pes / 2);
    Contributions<int> contributions;
    Symmetric<int> source(5), dest(static_cast<size_t>(5 * team.size())), copy(5);
    contributions.fill(source.data(), 5);
    const int root = team.size() - 1, root_pe = team.members().back();
    nvshmem_barrier_all();
    if (team.is_member()) {
        EXPECT_EQ(nvshmem_int_fcollect(team.handle(), dest.data(), source.data(), 5), 0);
        for (int rank = 0; rank < team.size(); ++rank)
            EXPECT_TRUE(contributions.is_block(dest.data() + 5 * rank, 2 * rank + 1, 0, 5));
        EXPECT_EQ(nvshmem_int_broadcast(team.handle(), copy.data(), source.data(), 5, root), 0);
        EXPECT_TRUE(contributions.is_block(copy.data(), root_pe, 0, 5)) << "at the root too";
    }
    nvshmem_barrier_all();
    if (team.is_member()) {
        EXPECT_EQ(nvshmem_int_broadcast(team.handle(), source.data(), source.data(), 5, root), 0);
        EXPECT_TRUE(contributions.is_block(source.data(), root_pe, 0, 5)) << "in place";
    }
}

PE_TEST(Movement, BroadcastInPlaceOfAllSizes) {
    Contributions<unsigned char> contributions;
    const int pes = nvshmem_n_pes();
    for (const size_t count : {size_t{1}, size_t{1000}, size_t{32768}, size_t{100001}}) {
        Symmetric<unsigned char> both(count);
        for (int root = 0; root < pes; ++root) {
            contributions.fill(both.data(), count);
            nvshmem_barrier_all();
            EXPECT_EQ(nvshmem_uchar_broadcast(NVSHMEM_TEAM_WORLD, both.data(), both.data(), count, root), 0);
            EXPECT_TRUE(contributions.is_block(both.data(), root, 0, count));
            nvshmem_barrier_all();
        }
    }
}

PE_TEST(Movement, FcollectOfOnesOwnBlockInPlace) {
    Contributions<int> contributions;
    const size_t me = static_cast<size_t>(nvshmem_my_pe()), pes = static_cast<size_t>(nvshmem_n_pes());
    for (const size_t count : {1, 100, 5000}) {
        Symmetric<int> both(count * pes);
        contributions.fill(both.data() + me * count, count);
        nvshmem_barrier_all();
        EXPECT_EQ(nvshmem_int_fcollect(NVSHMEM_TEAM_WORLD, both.data(), both.data() + me * count, count), 0);
        for (size_t pe = 0; pe < pes; ++pe)
            EXPECT_TRUE(contributions.is_block(both.data() + pe * count, static_cast<int>(pe), 0, count));
    }
}

// ---- Back to back ----

/// alltoall again and again, into two destinations by turns, without any other synchronisation: that call
/// k + 1 is over says that all have entered it, so they have looked at the result of call k.
template <class T>
void alternate(const Movement<T>& calls, const SplitTeam& team, size_t count, int last) {
    SCOPED_TRACE(testing::Message() << count << " elements of " << sizeof(T) << " bytes");
    Contributions<T> contributions;
    const size_t blocks = static_cast<size_t>(team.size());
    Symmetric<T> source(count * blocks), even(count * blocks), odd(count * blocks);
    if (team.is_member()) {
        for (int call = 0; call < last; ++call) {
            T* dest = call % 2 ? odd.data() : even.data();
            contributions.fill(source.data(), source.size(), call);
            ASSERT_EQ(calls.alltoall(team.handle(), dest, source.data(), count), 0);
            for (size_t rank = 0; rank < blocks; ++rank)
                ASSERT_TRUE(contributions.is_block(dest + rank * count, team.members()[rank],
                                                   static_cast<size_t>(team.rank()) * count, count, call));
        }
    }
    nvshmem_barrier_all();
}

struct Quad {
    uint64_t words[2];
};
const Movement<Quad> kQuads{nullptr, nullptr,
                            [](nvshmem_team_t team, Quad* dest, const Quad* source, size_t n) {
                                return nvshmem_alltoallmem(team, dest, source, n * sizeof(Quad));
                            }};

void alternate_on(const SplitTeam& team) {
    for (const size_t count : {1, 3}) {
        alternate<char>(CALLS(char, char), team, count, rounds(200, 1000));
        alternate<short>(CALLS(short, short), team, count, rounds(100, 1000));
        alternate<float>(CALLS(float, float), team, count, rounds(200, 1000));
        alternate<double>(CALLS(double, double), team, count, rounds(200, 1000));
        alternate(kQuads, team, count, rounds(200, 1000));
    }
    alternate<char>(CALLS(char, char), team, 1000, rounds(20, 1000));
    alternate(kQuads, team, 1000, rounds(10, 1000));
}

PE_TEST(Movement, BC16_AlltoallBackToBackOnTheWorld) {
    alternate_on(SplitTeam("world", 0, 1, nvshmem_n_pes()));
}

PE_TEST(Movement, BC16_AlltoallBackToBackOnOddPes) {
    if (nvshmem_n_pes() > 1) alternate_on(SplitTeam("odd PEs", 1, 2, nvshmem_n_pes() / 2));
}

/// The same for fcollect, with a thousand calls.
PE_TEST(Movement, BC16_FcollectBackToBack) {
    Contributions<int> contributions;
    const size_t pes = static_cast<size_t>(nvshmem_n_pes());
    Symmetric<int> source(3), even(3 * pes), odd(3 * pes);
    for (int call = 0; call < rounds(1000, 1000); ++call) {
        int* dest = call % 2 ? odd.data() : even.data();
        contributions.fill(source.data(), 3, call);
        ASSERT_EQ(nvshmem_int_fcollect(NVSHMEM_TEAM_WORLD, dest, source.data(), 3), 0);
        for (size_t pe = 0; pe < pes; ++pe)
            ASSERT_TRUE(contributions.is_block(dest + 3 * pe, static_cast<int>(pe), 0, 3, call));
    }
}

/// A broadcast does not wait for all, so its root may run ahead: each call of a round has its own place.
PE_TEST(Movement, BroadcastsFromAllRootsInARow) {
    Contributions<int> contributions;
    const int pes = nvshmem_n_pes();
    Symmetric<int> source(1), dest(static_cast<size_t>(pes));
    for (int call = 0; call < rounds(200, 2000); ++call) {
        contributions.fill(source.data(), 1, call);
        nvshmem_sync_all();
        for (int root = 0; root < pes; ++root)
            ASSERT_EQ(nvshmem_int_broadcast(NVSHMEM_TEAM_WORLD, dest.data() + root, source.data(), 1, root),
                      0);
        for (int root = 0; root < pes; ++root)
            ASSERT_TRUE(contributions.is_block(dest.data() + root, root, 0, 1, call));
        nvshmem_sync_all();
    }
}

}  // namespace
}  // namespace omni::test
