// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Teams: splits with every edge, the limit, re-use, translation, configuration, teams without a parent.
#include <climits>

#include "teams.h"

namespace omni::test {
namespace {

constexpr nvshmem_team_t kDummy = 12345;

/// World PEs of a team in rank order, by translation.
std::vector<int> members_of(nvshmem_team_t team) {
    std::vector<int> pes;
    for (int rank = 0; rank < nvshmem_team_n_pes(team); ++rank)
        pes.push_back(nvshmem_team_translate_pe(team, rank, NVSHMEM_TEAM_WORLD));
    return pes;
}

nvshmem_team_t split(nvshmem_team_t parent, int start, int stride, int size) {
    nvshmem_team_t team = kDummy;
    EXPECT_EQ(nvshmem_team_split_strided(parent, start, stride, size, nullptr, 0, &team), 0);
    return team;
}

void expect_split_refused(nvshmem_team_t parent, int start, int stride, int size, const char* word) {
    SCOPED_TRACE(testing::Message() << "(" << start << ", " << stride << ", " << size << ")");
    nvshmem_team_t team = kDummy;
    nvshmemx_clear_error();
    EXPECT_NE(nvshmem_team_split_strided(parent, start, stride, size, nullptr, 0, &team), 0);
    EXPECT_EQ(team, NVSHMEM_TEAM_INVALID);
    const nvshmemx_error_info_t* error = nvshmemx_last_error();
    ASSERT_NE(error, nullptr);
    EXPECT_NE(std::strstr(error->text, word), nullptr) << error->text;
}

int sum_of_pes(nvshmem_team_t team) {
    int* numbers = static_cast<int*>(nvshmem_malloc(2 * sizeof(int)));
    int sum = -1;
    if (team != NVSHMEM_TEAM_INVALID) {
        numbers[0] = nvshmem_my_pe();
        EXPECT_EQ(nvshmem_int_sum_reduce(team, numbers + 1, numbers, 1), 0);
        sum = numbers[1];
    }
    nvshmem_free(numbers);
    return sum;
}

int sum(const std::vector<int>& numbers) {
    int total = 0;
    for (const int number : numbers) total += number;
    return total;
}

PE_TEST(Team, PredefinedOnesHaveTheirMembers) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    const std::vector<int> all = strided(0, 1, pes), alone{me};
    EXPECT_EQ(members_of(NVSHMEM_TEAM_WORLD), all);
    EXPECT_EQ(members_of(NVSHMEMX_TEAM_NODE), all);
    EXPECT_EQ(members_of(NVSHMEMX_TEAM_SAME_MYPE_NODE), alone);
    EXPECT_EQ(members_of(NVSHMEMI_TEAM_SAME_GPU), alone);
    EXPECT_EQ(members_of(NVSHMEMI_TEAM_GPU_LEADERS), all);
    EXPECT_EQ(members_of(NVSHMEM_TEAM_MC_SHARED), alone) << "no multicast memory here";
    const Symmetric<int> word(1);
    std::vector<int> mapped;
    for (int pe = 0; pe < pes; ++pe)
        if (nvshmem_ptr(word.data(), pe)) mapped.push_back(pe);
    EXPECT_EQ(members_of(NVSHMEM_TEAM_SHARED), mapped);
    EXPECT_EQ(nvshmem_team_my_pe(NVSHMEM_TEAM_WORLD), me);
    EXPECT_EQ(nvshmem_team_my_pe(NVSHMEMX_TEAM_SAME_MYPE_NODE), 0);
}

PE_TEST(Team, PredefinedOnesWorkInCollectives) {
    for (nvshmem_team_t team = NVSHMEM_TEAM_WORLD; team < NVSHMEM_TEAMS_MIN; ++team) {
        SCOPED_TRACE(team);
        EXPECT_EQ(sum_of_pes(team), sum(members_of(team)));
    }
}

PE_TEST(Team, BC01_StrideZeroIsForTeamsOfOne) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    const nvshmem_team_t team = split(NVSHMEM_TEAM_WORLD, pes - 1, 0, 1);
    EXPECT_EQ(nvshmem_team_my_pe(team), me == pes - 1 ? 0 : -1);
    EXPECT_EQ(nvshmem_team_n_pes(team), me == pes - 1 ? 1 : -1);
    EXPECT_EQ(sum_of_pes(team), me == pes - 1 ? me : -1);
    nvshmem_team_destroy(team);
    expect_split_refused(NVSHMEM_TEAM_WORLD, pes - 1, 0, 2, "PE_stride is 0");
    expect_split_refused(NVSHMEM_TEAM_WORLD, 0, 0, 2, "PE_stride is 0");
}

PE_TEST(Team, BC02_StridesCountInTheParentsNumbering) {
    const int pes = nvshmem_n_pes();
    const nvshmem_team_t a = split(NVSHMEM_TEAM_WORLD, 0, 2, (pes + 1) / 2);
    nvshmem_team_t b = NVSHMEM_TEAM_INVALID;
    if (a != NVSHMEM_TEAM_INVALID) b = split(a, 0, 2, (nvshmem_team_n_pes(a) + 1) / 2);
    EXPECT_EQ(b != NVSHMEM_TEAM_INVALID, nvshmem_my_pe() % 4 == 0);
    if (b != NVSHMEM_TEAM_INVALID) {
        EXPECT_EQ(members_of(b), strided(0, 4, (pes + 3) / 4));
    }
    EXPECT_EQ(sum_of_pes(b), b == NVSHMEM_TEAM_INVALID ? -1 : sum(members_of(b)));
    nvshmem_team_destroy(b);
    nvshmem_team_destroy(a);
}

PE_TEST(Team, BC03_ReversedTeamsAndTheirChildren) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    const nvshmem_team_t reversed = split(NVSHMEM_TEAM_WORLD, pes - 1, -1, pes);
    EXPECT_EQ(nvshmem_team_my_pe(reversed), pes - 1 - me);
    const nvshmem_team_t child = split(reversed, 0, 2, (pes + 1) / 2);
    const std::vector<int> expected = strided(pes - 1, -2, (pes + 1) / 2);
    Symmetric<int> source(1), dest(static_cast<size_t>(pes)), of_child(static_cast<size_t>(pes)), root(1);
    source[0] = me;
    EXPECT_EQ(nvshmem_int_fcollect(reversed, dest.data(), source.data(), 1), 0);
    EXPECT_EQ(std::vector<int>(dest.begin(), dest.end()), strided(pes - 1, -1, pes));
    if (child != NVSHMEM_TEAM_INVALID) {
        EXPECT_EQ(members_of(child), expected);
        EXPECT_EQ(nvshmem_int_fcollect(child, of_child.data(), source.data(), 1), 0);
        EXPECT_EQ(
            std::vector<int>(of_child.begin(), of_child.begin() + static_cast<ptrdiff_t>(expected.size())),
            expected);
        EXPECT_EQ(nvshmem_int_broadcast(child, root.data(), source.data(), 1, 0), 0);
        EXPECT_EQ(root[0], pes - 1);
    }
    nvshmem_team_destroy(child);
    nvshmem_team_destroy(reversed);
}

PE_TEST(Team, BC04_InvalidTripletsAreRefusedEverywhere) {
    const int pes = nvshmem_n_pes();
    expect_split_refused(NVSHMEM_TEAM_WORLD, pes, 1, 1, "PE_start");
    expect_split_refused(NVSHMEM_TEAM_WORLD, -1, 1, 2, "PE_start");
    expect_split_refused(NVSHMEM_TEAM_WORLD, 0, 1, pes + 1, "PE_size");
    expect_split_refused(NVSHMEM_TEAM_WORLD, 0, 1, 0, "PE_size");
    expect_split_refused(NVSHMEM_TEAM_WORLD, 0, 1, -1, "PE_size");
    expect_split_refused(NVSHMEM_TEAM_WORLD, pes / 2, pes / 2 + 1, 3, "wrap");
    expect_split_refused(NVSHMEM_TEAM_WORLD, pes / 4, -(pes / 4 + 1), 3, "wrap");
    expect_split_refused(NVSHMEM_TEAM_WORLD, 0, INT_MAX, 3, "wrap");
    expect_split_refused(NVSHMEM_TEAM_INVALID, 0, 1, 1, "parent_team");
    expect_split_refused(kDummy, 0, 1, 1, "parent_team");
    EXPECT_EQ(sum_of_pes(NVSHMEM_TEAM_WORLD), pes * (pes - 1) / 2);
}

PE_TEST(Team, ASplitFailsForAllWhenItFailsForOne) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    if (pes == 1) return;
    expect_split_refused(NVSHMEM_TEAM_WORLD, 0, 1, me == 0 ? pes + 1 : pes,
                         me == 0 ? "PE_size" : "another member");
    expect_split_refused(NVSHMEM_TEAM_WORLD, 0, 1, me == 0 ? 1 : pes, "different arguments");
    nvshmem_team_t team = kDummy;
    EXPECT_NE(
        nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, 0, 1, pes, nullptr, 0, me == 1 ? nullptr : &team), 0);
    EXPECT_EQ(team, me == 1 ? kDummy : NVSHMEM_TEAM_INVALID);
    nvshmem_barrier_all();
}

void check_grid(int xrange) {
    SCOPED_TRACE(testing::Message() << "xrange " << xrange);
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes(), columns = std::min(xrange, pes);
    nvshmem_team_t row = kDummy, column = kDummy;
    ASSERT_EQ(nvshmem_team_split_2d(NVSHMEM_TEAM_WORLD, xrange, nullptr, 0, &row, nullptr, 0, &column), 0);
    std::vector<int> expected_row, expected_column;
    for (int pe = 0; pe < pes; ++pe) {
        if (pe / columns == me / columns) expected_row.push_back(pe);
        if (pe % columns == me % columns) expected_column.push_back(pe);
    }
    EXPECT_EQ(members_of(row), expected_row);
    EXPECT_EQ(members_of(column), expected_column);
    EXPECT_EQ(sum_of_pes(row), sum(expected_row));
    EXPECT_EQ(sum_of_pes(column), sum(expected_column));
    nvshmem_team_destroy(column);
    nvshmem_team_destroy(row);
}

PE_TEST(Team, TwoAxesCoverTheParent) {
    const int pes = nvshmem_n_pes();
    for (int xrange = 1; xrange <= pes + 1; ++xrange) check_grid(xrange);
    check_grid(INT_MAX);
}

PE_TEST(Team, TwoAxesOfASubTeam) {
    const int pes = nvshmem_n_pes();
    const nvshmem_team_t parent = split(NVSHMEM_TEAM_WORLD, pes - 1, -1, std::max(1, pes - 1));
    nvshmem_team_t row = kDummy, column = kDummy;
    if (parent != NVSHMEM_TEAM_INVALID) {
        EXPECT_EQ(nvshmem_team_split_2d(parent, 2, nullptr, 0, &row, nullptr, 0, &column), 0);
        const int rank = nvshmem_team_my_pe(parent);
        EXPECT_EQ(nvshmem_team_my_pe(row), rank % 2);
        EXPECT_EQ(nvshmem_team_my_pe(column), rank / 2);
        EXPECT_EQ(nvshmem_team_translate_pe(row, 0, parent), rank / 2 * 2);
        nvshmem_team_destroy(row);
        nvshmem_team_destroy(column);
    }
    nvshmem_team_destroy(parent);
}

PE_TEST(Team, TwoAxesRefuseWhatMakesNoGrid) {
    for (const int xrange : {0, -1, INT_MIN}) {
        nvshmem_team_t row = kDummy, column = kDummy;
        EXPECT_NE(nvshmem_team_split_2d(NVSHMEM_TEAM_WORLD, xrange, nullptr, 0, &row, nullptr, 0, &column),
                  0);
        EXPECT_EQ(row, NVSHMEM_TEAM_INVALID);
        EXPECT_EQ(column, NVSHMEM_TEAM_INVALID);
    }
    nvshmem_team_t row = kDummy;
    EXPECT_NE(nvshmem_team_split_2d(NVSHMEM_TEAM_WORLD, 1, nullptr, 0, &row, nullptr, 0, nullptr), 0);
    EXPECT_EQ(row, NVSHMEM_TEAM_INVALID);
    nvshmem_barrier_all();
}

// ---- Limit and re-use ----

PE_TEST(Team, BC06_TheLimitIsMetByAllAlike) {
    const int pes = nvshmem_n_pes();
    std::vector<nvshmem_team_t> teams;
    nvshmem_team_t team = kDummy;
    nvshmemx_clear_error();
    while (teams.size() < 10000 &&
           nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, 0, 1, pes, nullptr, 0, &team) == 0)
        teams.push_back(team);
    EXPECT_EQ(team, NVSHMEM_TEAM_INVALID);
    ASSERT_NE(nvshmemx_last_error(), nullptr);
    EXPECT_NE(std::strstr(nvshmemx_last_error()->text, "NVSHMEM_MAX_TEAMS is 256"), nullptr)
        << nvshmemx_last_error()->text;
    EXPECT_EQ(teams.size(), 256u - NVSHMEM_TEAMS_MIN);
    Symmetric<int> count(2);
    count[0] = static_cast<int>(teams.size());
    nvshmem_int_max_reduce(NVSHMEM_TEAM_WORLD, count.data() + 1, count.data(), 1);
    EXPECT_EQ(count[1], count[0]) << "the same iteration on all PEs";
    for (const size_t at : {size_t{0}, teams.size() / 2, teams.size() - 1})
        EXPECT_EQ(sum_of_pes(teams[at]), pes * (pes - 1) / 2);
    for (const nvshmem_team_t one : teams) nvshmem_team_destroy(one);
    team = split(NVSHMEM_TEAM_WORLD, 0, 1, pes);
    EXPECT_EQ(team, NVSHMEM_TEAMS_MIN) << "all slots are free again";
    nvshmem_team_destroy(team);
}

PE_TEST(Team, BC06_SlotsAreUsedAgain) {
    const int pes = nvshmem_n_pes();
    Symmetric<int64_t> source(600), dest(600);
    const int last = rounds(300, 10000);
    for (int round = 0; round < last; ++round) {
        const nvshmem_team_t team = split(NVSHMEM_TEAM_WORLD, 0, 1, pes);
        ASSERT_EQ(team, NVSHMEM_TEAMS_MIN) << "round " << round;
        for (int64_t& value : source) value = round;
        // An odd number of steps and of exchanges, so that a flag that was left over would be believed.
        const size_t count = round % 3 == 0 ? 3 : round % 3 == 1 ? 600 : 0;
        nvshmem_int64_sum_reduce(team, dest.data(), source.data(), count);
        nvshmem_team_sync(team);
        if (count > 0) {
            EXPECT_EQ(dest[count - 1], int64_t{round} * pes);
        }
        nvshmem_team_destroy(team);
    }
}

PE_TEST(Team, DisjointTeamsOfOneSlotDoNotMeet) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    for (int round = 0; round < rounds(50, 2000); ++round) {
        nvshmem_team_t row, column;
        ASSERT_EQ(nvshmem_team_split_2d(NVSHMEM_TEAM_WORLD, 2, nullptr, 0, &row, nullptr, 0, &column), 0);
        nvshmem_team_destroy(column);
        // Rows make children on their own, without a common pace.
        for (int i = 0; i < me / 2 % 3; ++i) {
            const nvshmem_team_t child = split(row, 0, 1, nvshmem_team_n_pes(row));
            nvshmem_team_sync(child);
            nvshmem_team_destroy(child);
        }
        nvshmem_team_destroy(row);
    }
    EXPECT_EQ(sum_of_pes(NVSHMEM_TEAM_WORLD), pes * (pes - 1) / 2);
}

// ---- Destroy, translate, queries ----

PE_TEST(Team, BC07_DestroyLeavesTheWorldAlone) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    const nvshmem_team_t copy = split(NVSHMEM_TEAM_WORLD, 0, 1, pes);
    nvshmem_team_destroy(copy);
    nvshmem_team_destroy(NVSHMEM_TEAM_INVALID);
    Symmetric<int> left(1);
    nvshmem_int_p(left.data(), me, (me + 1) % pes);
    nvshmem_quiet();
    nvshmem_sync_all();
    EXPECT_EQ(left[0], (me + pes - 1) % pes);
    EXPECT_EQ(sum_of_pes(NVSHMEM_TEAM_WORLD), pes * (pes - 1) / 2);
}

PE_TEST(Team, BC07_TranslationSaysNoWithMinusOne) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    const SplitTeam odd("odd PEs", pes > 1 ? 1 : 0, 2, std::max(1, pes / 2));
    for (int pe = 0; pe < pes; ++pe) {
        EXPECT_EQ(nvshmem_team_translate_pe(NVSHMEM_TEAM_WORLD, pe, NVSHMEM_TEAM_WORLD), pe);
        EXPECT_EQ(nvshmem_team_translate_pe(NVSHMEM_TEAM_WORLD, pe, NVSHMEM_TEAM_INVALID), -1);
        EXPECT_EQ(nvshmem_team_translate_pe(NVSHMEM_TEAM_INVALID, pe, NVSHMEM_TEAM_WORLD), -1);
        if (!odd.is_member() || pes == 1) continue;
        EXPECT_EQ(nvshmem_team_translate_pe(NVSHMEM_TEAM_WORLD, pe, odd.handle()), pe % 2 ? pe / 2 : -1);
    }
    for (const int rank : {-1, pes, INT_MAX, INT_MIN})
        EXPECT_EQ(nvshmem_team_translate_pe(NVSHMEM_TEAM_WORLD, rank, NVSHMEM_TEAM_WORLD), -1);
    EXPECT_EQ(nvshmem_team_my_pe(NVSHMEM_TEAM_INVALID), -1);
    EXPECT_EQ(nvshmem_team_n_pes(NVSHMEM_TEAM_INVALID), -1);
    EXPECT_EQ(nvshmem_team_my_pe(NVSHMEM_TEAM_WORLD), me);
}

PE_TEST(Team, HandlesThatAreNoneAreErrors) {
    ReturnedErrors errors;
    const nvshmem_team_t dead = split(NVSHMEM_TEAM_WORLD, 0, 1, nvshmem_n_pes());
    nvshmem_team_destroy(dead);
    nvshmemx_clear_error();
    for (const nvshmem_team_t team : {dead, kDummy, INT_MIN, INT_MAX}) {
        const std::string number = std::to_string(team);
        EXPECT_EQ(nvshmem_team_my_pe(team), -1);
        errors.expect("nvshmem_team_my_pe", {"team is", number.c_str()});
        EXPECT_EQ(nvshmem_team_n_pes(team), -1);
        errors.expect("nvshmem_team_n_pes", {"team is", number.c_str()});
        EXPECT_EQ(nvshmem_team_translate_pe(NVSHMEM_TEAM_WORLD, 0, team), -1);
        errors.expect("nvshmem_team_translate_pe", {"team is", number.c_str()});
        nvshmem_team_destroy(team);
        errors.expect("nvshmem_team_destroy", {"team is", number.c_str()});
        nvshmem_team_config_t config;
        nvshmem_team_get_config(team, &config);
        errors.expect("nvshmem_team_get_config", {"team is", number.c_str()});
    }
    for (nvshmem_team_t team = 0; team < NVSHMEM_TEAMS_MIN; ++team) {
        nvshmem_team_destroy(team);
        errors.expect("nvshmem_team_destroy", {"predefined"});
    }
    nvshmem_team_get_config(NVSHMEM_TEAM_WORLD, nullptr);
    errors.expect("nvshmem_team_get_config", {"config is null"});
}

// ---- Configuration ----

PE_TEST(Team, ConfigurationComesBack) {
    nvshmem_team_config_t config = NVSHMEM_TEAM_CONFIG_INITIALIZER, found;
    config.num_contexts = 3;
    nvshmem_team_t team = kDummy;
    const int pes = nvshmem_n_pes();
    ASSERT_EQ(nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, 0, 1, pes, &config,
                                         NVSHMEM_TEAM_CONFIG_MASK_NUM_CONTEXTS, &team),
              0);
    std::memset(&found, 0x5a, sizeof found);
    nvshmem_team_get_config(team, &found);
    EXPECT_EQ(found.version, NVSHMEMI_TEAM_CONFIG_VERSION_2_IDENTIFIER);
    EXPECT_EQ(found.num_contexts, 3);
    EXPECT_EQ(found.uniqueid, NVSHMEM_TEAM_UNIQUID_INITIALIZER);
    nvshmem_team_destroy(team);
    nvshmem_team_get_config(NVSHMEM_TEAM_WORLD, &found);
    EXPECT_EQ(found.num_contexts, 0);
}

PE_TEST(Team, ConfigurationWithoutAMaskIsNotLookedAt) {
    nvshmem_team_config_t config;
    std::memset(&config, 0x5a, sizeof config);  // bindings pass memory as they find it
    config.num_contexts = -7;
    nvshmem_team_t team = kDummy;
    EXPECT_EQ(nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, 0, 1, nvshmem_n_pes(), &config, 0, &team), 0);
    nvshmem_team_get_config(team, &config);
    EXPECT_EQ(config.num_contexts, 0);
    nvshmem_team_destroy(team);
}

PE_TEST(Team, VersionOneConfigurationsServe) {
    nvshmem_team_config_v1 old = {NVSHMEMI_TEAM_CONFIG_VERSION_1_IDENTIFIER, 2, {0}};
    nvshmem_team_config_t config;
    std::memcpy(&config, &old, sizeof config);
    nvshmem_team_t team = kDummy;
    EXPECT_EQ(nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, 0, 1, nvshmem_n_pes(), &config,
                                         NVSHMEM_TEAM_CONFIG_MASK_NUM_CONTEXTS, &team),
              0);
    nvshmem_team_get_config(team, &config);
    EXPECT_EQ(config.num_contexts, 2);
    nvshmem_team_destroy(team);
}

PE_TEST(Team, WrongConfigurationsAreRefused) {
    nvshmem_team_config_t config = NVSHMEM_TEAM_CONFIG_INITIALIZER;
    const auto refused = [](const nvshmem_team_config_t* wrong, long mask) {
        nvshmem_team_t team = kDummy;
        EXPECT_NE(nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, 0, 1, 1, wrong, mask, &team), 0);
        EXPECT_EQ(team, NVSHMEM_TEAM_INVALID);
    };
    refused(&config, -1);
    refused(&config, 4);
    refused(nullptr, NVSHMEM_TEAM_CONFIG_MASK_NUM_CONTEXTS);
    refused(&config, NVSHMEM_TEAM_CONFIG_MASK_NUM_CONTEXTS);  // -1 contexts
    nvshmem_barrier_all();
}

// ---- Teams without a parent ----

/// An id that PE `owner` draws, on all PEs.
nvshmemx_team_uniqueid_t shared_id(int owner) {
    Symmetric<uint64_t> id(1);
    if (nvshmem_my_pe() == owner) {
        EXPECT_EQ(nvshmemx_team_get_uniqueid(id.data()), 0);
    }
    nvshmem_barrier_all();
    nvshmem_uint64_broadcast(NVSHMEM_TEAM_WORLD, id.data(), id.data(), 1, owner);
    EXPECT_NE(id[0], 0u);
    EXPECT_NE(id[0], NVSHMEM_TEAM_UNIQUID_INITIALIZER);
    return id[0];
}

int init_team(nvshmemx_team_uniqueid_t id, int size, int rank, nvshmem_team_t& team) {
    nvshmem_team_config_t config = NVSHMEM_TEAM_CONFIG_INITIALIZER;
    config.uniqueid = id;
    team = kDummy;
    return nvshmemx_team_init(&team, &config, NVSHMEM_TEAM_CONFIG_MASK_UNIQUEID, size, rank);
}

PE_TEST(TeamInit, AnyPesInAnyOrderMeetByAnId) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    for (int round = 0; round < rounds(20, 500); ++round) {
        const nvshmemx_team_uniqueid_t id = shared_id(round % pes);
        const int size = 1 + round % pes;
        // Ranks go round from the owner of the id on, so it is a member.
        const int rank = (me - round % pes + pes) % pes;
        nvshmem_team_t team = NVSHMEM_TEAM_INVALID;
        if (rank < size) {
            EXPECT_EQ(init_team(id, size, rank, team), 0);
            std::vector<int> expected;
            for (int i = 0; i < size; ++i) expected.push_back((round + i) % pes);
            EXPECT_EQ(members_of(team), expected);
            EXPECT_EQ(nvshmem_team_my_pe(team), rank);
            nvshmem_team_config_t config;
            nvshmem_team_get_config(team, &config);
            EXPECT_EQ(config.uniqueid, id);
        }
        EXPECT_EQ(sum_of_pes(team), team == NVSHMEM_TEAM_INVALID ? -1 : sum(members_of(team)));
        nvshmem_team_destroy(team);
    }
}

PE_TEST(TeamInit, ManyTeamsLiveSideBySide) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    std::vector<nvshmemx_team_uniqueid_t> ids;
    for (int i = 0; i < 20; ++i) ids.push_back(shared_id(pes - 1));
    std::vector<nvshmem_team_t> teams(ids.size());
    for (size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(init_team(ids[i], pes, pes - 1 - me, teams[i]), 0);
    for (const nvshmem_team_t team : teams) {
        EXPECT_EQ(members_of(team), strided(pes - 1, -1, pes));
        EXPECT_EQ(sum_of_pes(team), pes * (pes - 1) / 2);
    }
    for (const nvshmem_team_t team : teams) nvshmem_team_destroy(team);
}

PE_TEST(TeamInit, MembersThatDisagreeAllFail) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    if (pes == 1) return;
    nvshmem_team_t team;
    EXPECT_NE(init_team(shared_id(0), pes, 0, team), 0) << "all want rank 0";
    EXPECT_EQ(team, NVSHMEM_TEAM_INVALID);
    const nvshmemx_team_uniqueid_t id = shared_id(0);
    if (pes > 2 && me < 2) {
        EXPECT_NE(init_team(id, me == 0 ? 2 : 3, me, team), 0) << "the sizes differ";
        EXPECT_EQ(team, NVSHMEM_TEAM_INVALID);
    }
    nvshmem_barrier_all();
}

PE_TEST(TeamInit, WrongArgumentsAreRefused) {
    const nvshmemx_team_uniqueid_t id = shared_id(0);
    const int pes = nvshmem_n_pes();
    nvshmem_team_t team;
    for (const uint64_t wrong : std::initializer_list<uint64_t>{0, ~0ULL, id + 1000, id << 40})
        EXPECT_NE(init_team(wrong, 1, 0, team), 0);
    for (const int size : {0, -1, pes + 1}) EXPECT_NE(init_team(id, size, 0, team), 0);
    for (const int rank : {-1, 1}) EXPECT_NE(init_team(id, 1, rank, team), 0);
    EXPECT_EQ(team, NVSHMEM_TEAM_INVALID);
    nvshmem_team_config_t config = NVSHMEM_TEAM_CONFIG_INITIALIZER;
    EXPECT_NE(nvshmemx_team_init(&team, &config, 0, 1, 0), 0) << "no id";
    EXPECT_NE(nvshmemx_team_init(&team, nullptr, NVSHMEM_TEAM_CONFIG_MASK_UNIQUEID, 1, 0), 0);
    config.uniqueid = id;
    EXPECT_NE(nvshmemx_team_init(nullptr, &config, NVSHMEM_TEAM_CONFIG_MASK_UNIQUEID, 1, 0), 0);
    EXPECT_NE(nvshmemx_team_get_uniqueid(nullptr), 0);
    nvshmem_barrier_all();
}

}  // namespace
}  // namespace omni::test
