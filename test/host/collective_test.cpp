// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Collectives together: any mixture of them on several teams without other synchronisation, empty ones, and
// what is refused.
#include <memory>
#include <random>

#include "teams.h"

namespace omni::test {
namespace {

// ---- Mixtures ----

enum class Kind {
    barrier,
    sync,
    broadcast,
    fcollect,
    alltoall,
    reduce,
    reduce_in_place,
    reducescatter,
    reducescatter_in_place
};
constexpr int kKinds = 9;

/// One call of a random sequence, the same on all PEs.
struct Call {
    Kind kind;
    size_t team;
    size_t count;
    int root;
    int number;
};

uint32_t element(int pe, size_t i, const Call& call) {
    return static_cast<uint32_t>(pe) * 2654435761u + static_cast<uint32_t>(i) * 40503u +
           static_cast<uint32_t>(call.number) * 97u;
}

/// A mixture on the teams; each call has source and destination of its own until the round ends.
class Mixture {
  public:
    static constexpr int calls_per_round = 16;
    static constexpr size_t most =
        3000;  // elements of a block: beyond every change of algorithm but that of broadcast

    explicit Mixture(uint32_t seed) : random_(seed) {
        const int pes = nvshmem_n_pes();
        add("copy of the world", 0, 1, pes);
        add("reversed world", pes - 1, pes > 1 ? -1 : 0, pes);
        if (pes > 1) add("odd PEs", 1, 2, pes / 2);
        if (pes > 2) add("all but PE 0", 1, 1, pes - 1);
        add("even PEs", 0, 2, (pes + 1) / 2);
    }

    void round() {
        std::vector<Call> calls;
        for (int i = 0; i < calls_per_round; ++i) calls.push_back(draw(i));
        for (const Call& call : calls) prepare(call);
        nvshmem_barrier_all();
        for (const Call& call : calls)
            if (teams_[call.team]->is_member()) carry_out(call);
        for (const Call& call : calls)
            if (teams_[call.team]->is_member()) check(call);
        nvshmem_barrier_all();
    }

  private:
    void add(const char* name, int start, int stride, int size) {
        teams_.push_back(std::make_unique<SplitTeam>(name, start, stride, size));
    }

    size_t draw_below(size_t end) { return std::uniform_int_distribution<size_t>(0, end - 1)(random_); }

    Call draw(int number) {
        const size_t team = draw_below(teams_.size());
        const size_t classes[] = {2, 40, 600, most};
        return {static_cast<Kind>(draw_below(kKinds)), team, draw_below(classes[draw_below(4)]) + 1,
                static_cast<int>(draw_below(teams_[team]->members().size())), number};
    }

    uint32_t* source(const Call& call) { return sources_.data() + static_cast<size_t>(call.number) * span_; }
    uint32_t* dest(const Call& call) {
        const bool in_place = call.kind == Kind::reduce_in_place || call.kind == Kind::reducescatter_in_place;
        return in_place ? source(call) : dests_.data() + static_cast<size_t>(call.number) * span_;
    }

    void prepare(const Call& call) {
        for (size_t i = 0; i < call.count * pes_; ++i) source(call)[i] = element(nvshmem_my_pe(), i, call);
    }

    void carry_out(const Call& call) {
        const nvshmem_team_t team = teams_[call.team]->handle();
        uint32_t *to = dest(call), *from = source(call);
        switch (call.kind) {
            case Kind::barrier:
                EXPECT_EQ(nvshmem_barrier(team), 0);
                break;
            case Kind::sync:
                EXPECT_EQ(nvshmem_team_sync(team), 0);
                break;
            case Kind::broadcast:
                EXPECT_EQ(nvshmem_uint32_broadcast(team, to, from, call.count, call.root), 0);
                break;
            case Kind::fcollect:
                EXPECT_EQ(nvshmem_uint32_fcollect(team, to, from, call.count), 0);
                break;
            case Kind::alltoall:
                EXPECT_EQ(nvshmem_uint32_alltoall(team, to, from, call.count), 0);
                break;
            case Kind::reduce:
            case Kind::reduce_in_place:
                EXPECT_EQ(nvshmem_uint32_sum_reduce(team, to, from, call.count), 0);
                break;
            case Kind::reducescatter:
            case Kind::reducescatter_in_place:
                EXPECT_EQ(nvshmem_uint32_sum_reducescatter(team, to, from, call.count), 0);
                break;
        }
    }

    void check(const Call& call) {
        const SplitTeam& team = *teams_[call.team];
        const size_t blocks =
            call.kind == Kind::fcollect || call.kind == Kind::alltoall ? team.members().size() : 1;
        if (call.kind == Kind::barrier || call.kind == Kind::sync) return;
        for (size_t i = 0; i < call.count * blocks; ++i)
            ASSERT_EQ(dest(call)[i], expected(call, i))
                << "kind " << static_cast<int>(call.kind) << " on " << team.name() << ", " << call.count
                << " elements, call " << call.number << ", at " << i;
    }

    uint32_t expected(const Call& call, size_t i) const {
        const SplitTeam& team = *teams_[call.team];
        const size_t own = static_cast<size_t>(team.rank()) * call.count, block = i / call.count;
        switch (call.kind) {
            case Kind::broadcast:
                return element(team.members()[static_cast<size_t>(call.root)], i, call);
            case Kind::fcollect:
                return element(team.members()[block], i % call.count, call);
            case Kind::alltoall:
                return element(team.members()[block], own + i % call.count, call);
            case Kind::reduce:
            case Kind::reduce_in_place:
                return sum(team, i, call);
            default:
                return sum(team, own + i, call);
        }
    }

    static uint32_t sum(const SplitTeam& team, size_t i, const Call& call) {
        uint32_t total = 0;
        for (const int pe : team.members()) total += element(pe, i, call);
        return total;
    }

    std::mt19937 random_;
    std::vector<std::unique_ptr<SplitTeam>> teams_;
    size_t pes_ = static_cast<size_t>(nvshmem_n_pes());
    size_t span_ = most * pes_;
    Symmetric<uint32_t> sources_{calls_per_round * span_}, dests_{calls_per_round * span_};
};

PE_TEST(Collective, AnyMixtureOnSeveralTeams) {
    const uint32_t seed = 20240607;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Mixture mixture(seed);
    for (int round = 0; round < rounds(20, 2000); ++round) mixture.round();
}

/// What is not finished at the root of a broadcast must not confuse what follows on the team.
PE_TEST(Collective, BroadcastsFollowedByOthers) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    Symmetric<int> source(1), from_root(2), sum(1);
    for (int call = 0; call < rounds(500, 5000); ++call) {
        source[0] = call * 100 + me;
        const int root = call % pes;
        ASSERT_EQ(
            nvshmem_int_broadcast(NVSHMEM_TEAM_WORLD, from_root.data() + call % 2, source.data(), 1, root),
            0);
        ASSERT_EQ(nvshmem_int_sum_reduce(NVSHMEM_TEAM_WORLD, sum.data(), source.data(), 1), 0);
        ASSERT_EQ(from_root[static_cast<size_t>(call % 2)], call * 100 + root);
        ASSERT_EQ(sum[0], call * 100 * pes + pes * (pes - 1) / 2);
    }
}

// ---- Nothing to do ----

PE_TEST(Collective, BC15_EmptyCallsTouchNothing) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    Symmetric<int> source(static_cast<size_t>(pes)), dest(static_cast<size_t>(pes));
    std::fill(source.begin(), source.end(), me);
    nvshmem_barrier_all();
    for (int call = 0; call < 50; ++call) {
        int* const to = call % 2 ? dest.data() : nullptr;
        const int* const from = call % 2 ? source.data() : nullptr;
        EXPECT_EQ(nvshmem_int_broadcast(NVSHMEM_TEAM_WORLD, to, from, 0, pes - 1), 0);
        EXPECT_EQ(nvshmem_int_fcollect(NVSHMEM_TEAM_WORLD, to, from, 0), 0);
        EXPECT_EQ(nvshmem_int_alltoall(NVSHMEM_TEAM_WORLD, to, from, 0), 0);
        EXPECT_EQ(nvshmem_int_sum_reduce(NVSHMEM_TEAM_WORLD, to, from, 0), 0);
        EXPECT_EQ(nvshmem_int_sum_reducescatter(NVSHMEM_TEAM_WORLD, to, from, 0), 0);
        EXPECT_EQ(nvshmem_broadcastmem(NVSHMEM_TEAM_WORLD, to, from, 0, 0), 0);
        EXPECT_EQ(nvshmem_fcollectmem(NVSHMEM_TEAM_WORLD, to, from, 0), 0);
        EXPECT_EQ(nvshmem_alltoallmem(NVSHMEM_TEAM_WORLD, to, from, 0), 0);
        for (const int value : dest) ASSERT_EQ(value, call == 0 ? poison<int>() : pes * (pes - 1) / 2);
        // At once a normal one.
        ASSERT_EQ(
            nvshmem_int_sum_reduce(NVSHMEM_TEAM_WORLD, dest.data(), source.data(), static_cast<size_t>(pes)),
            0);
    }
}

// ---- What is refused ----

/// The calls that take addresses, with the names of their arguments.
struct Refusal {
    const char* name;
    const char* count_name;
    int (*call)(nvshmem_team_t team, void* dest, const void* source, size_t count);
};
const Refusal kCalls[] = {
    {"nvshmem_int_broadcast", "nelem",
     [](nvshmem_team_t team, void* dest, const void* source, size_t count) {
         return nvshmem_int_broadcast(team, static_cast<int*>(dest), static_cast<const int*>(source), count,
                                      0);
     }},
    {"nvshmem_int_fcollect", "nelem",
     [](nvshmem_team_t team, void* dest, const void* source, size_t count) {
         return nvshmem_int_fcollect(team, static_cast<int*>(dest), static_cast<const int*>(source), count);
     }},
    {"nvshmem_int_alltoall", "nelems",
     [](nvshmem_team_t team, void* dest, const void* source, size_t count) {
         return nvshmem_int_alltoall(team, static_cast<int*>(dest), static_cast<const int*>(source), count);
     }},
    {"nvshmem_int_sum_reduce", "nreduce",
     [](nvshmem_team_t team, void* dest, const void* source, size_t count) {
         return nvshmem_int_sum_reduce(team, static_cast<int*>(dest), static_cast<const int*>(source), count);
     }},
    {"nvshmem_int_sum_reducescatter", "nreduce",
     [](nvshmem_team_t team, void* dest, const void* source, size_t count) {
         return nvshmem_int_sum_reducescatter(team, static_cast<int*>(dest), static_cast<const int*>(source),
                                              count);
     }},
};

PE_TEST(Collective, BadAddressesAreRefusedByName) {
    ReturnedErrors errors;
    const size_t pes = static_cast<size_t>(nvshmem_n_pes());
    Symmetric<int> good(pes), other(pes);
    int own[64];
    for (const Refusal& refusal : kCalls) {
        SCOPED_TRACE(refusal.name);
        const auto expect = [&](void* dest, const void* source, std::initializer_list<const char*> words) {
            EXPECT_EQ(refusal.call(NVSHMEM_TEAM_WORLD, dest, source, 1), NVSHMEMX_ERROR_INVALID_VALUE);
            errors.expect(refusal.name, words);
        };
        expect(nullptr, good.data(), {"dest is null"});
        expect(good.data(), nullptr, {"src is null"});
        expect(own, good.data(), {"dest 0x", "no symmetric address"});
        expect(good.data(), own, {"src 0x", "no symmetric address"});
        for (int pe = 0; pe < nvshmem_n_pes(); ++pe) {
            int* const theirs = static_cast<int*>(nvshmem_ptr(good.data(), pe));
            if (pe == nvshmem_my_pe() || !theirs) continue;
            expect(theirs, good.data(), {"dest 0x", "nvshmem_ptr"});
            expect(good.data(), theirs, {"src 0x", "nvshmem_ptr"});
        }
    }
    EXPECT_EQ(good[0], poison<int>());
}

PE_TEST(Collective, HugeCountsAreRefusedByName) {
    ReturnedErrors errors;
    Symmetric<int> good(1), other(1);
    for (const Refusal& refusal : kCalls) {
        for (const size_t count : {SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 4 + 1, static_cast<size_t>(-5)}) {
            EXPECT_EQ(refusal.call(NVSHMEM_TEAM_WORLD, good.data(), other.data(), count),
                      NVSHMEMX_ERROR_INVALID_VALUE);
            errors.expect(refusal.name, {refusal.count_name, std::to_string(count).c_str()});
        }
        EXPECT_EQ(refusal.call(NVSHMEM_TEAM_WORLD, good.data(), other.data(), size_t{1} << 40),
                  NVSHMEMX_ERROR_INVALID_VALUE);
        errors.expect(refusal.name, {"dest"});
    }
}

PE_TEST(Collective, BadTeamsAreRefused) {
    ReturnedErrors errors;
    nvshmem_team_t dead;
    nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, 0, 1, nvshmem_n_pes(), nullptr, 0, &dead);
    nvshmem_team_destroy(dead);
    Symmetric<int> good(8), other(8);
    for (const nvshmem_team_t team : {NVSHMEM_TEAM_INVALID + 0, dead, 4711, -2}) {
        const std::string number = "team is " + std::to_string(team);
        for (const Refusal& refusal : kCalls) {
            EXPECT_EQ(refusal.call(team, good.data(), other.data(), 1), NVSHMEMX_ERROR_INVALID_VALUE);
            errors.expect(refusal.name, {number.c_str()});
            EXPECT_NE(refusal.call(team, good.data(), other.data(), 0), 0) << "empty ones too";
            nvshmemx_clear_error();
        }
        EXPECT_EQ(nvshmem_barrier(team), NVSHMEMX_ERROR_INVALID_VALUE);
        errors.expect("nvshmem_barrier", {number.c_str()});
        EXPECT_EQ(nvshmem_team_sync(team), NVSHMEMX_ERROR_INVALID_VALUE);
        errors.expect("nvshmem_team_sync", {number.c_str()});
    }
}

PE_TEST(Collective, BadRootsAreRefused) {
    ReturnedErrors errors;
    const int pes = nvshmem_n_pes();
    Symmetric<int> good(1), other(1);
    const SplitTeam one("last PE", pes - 1, 0, 1);
    for (const int root : {-1, pes, 1 << 30}) {
        EXPECT_NE(nvshmem_int_broadcast(NVSHMEM_TEAM_WORLD, good.data(), other.data(), 1, root), 0);
        errors.expect("nvshmem_int_broadcast", {"PE_root is", std::to_string(root).c_str()});
    }
    if (one.is_member()) {
        EXPECT_NE(nvshmem_int_broadcast(one.handle(), good.data(), other.data(), 1, 1), 0);
        errors.expect("nvshmem_int_broadcast", {"PE_root is 1", "ranks 0 to 0"});
    }
}

PE_TEST(Collective, OverlapsAreRefused) {
    ReturnedErrors errors;
    const size_t pes = static_cast<size_t>(nvshmem_n_pes());
    Symmetric<int> both(8 * pes);
    for (const Refusal& refusal : kCalls) {
        EXPECT_NE(refusal.call(NVSHMEM_TEAM_WORLD, both.data() + 1, both.data(), 2), 0);
        errors.expect(refusal.name, {"dest 0x", "src 0x", "overlap"});
    }
    EXPECT_NE(nvshmem_int_alltoall(NVSHMEM_TEAM_WORLD, both.data(), both.data(), 2), 0);
    errors.expect("nvshmem_int_alltoall", {"overlap", "must be apart"});
}

}  // namespace
}  // namespace omni::test
