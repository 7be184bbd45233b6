// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Collectives inside kernels, by a thread, a warp and a block of each PE, on the world and on teams.
#include <numeric>

#include "kernels.h"

namespace omni::test {
namespace {

constexpr int kElements = 45;

struct Arrays {
    int* dest;
    const int* src;
    nvshmem_team_t team;
    int root;
    int* statuses;
};

#define COLLECTIVES(SCOPE, PREFIX, SUFFIX)                                                    \
    template <>                                                                               \
    struct Collectives<SCOPE> {                                                               \
        static __device__ int broadcast(const Arrays& a) {                                    \
            return PREFIX##_int_broadcast##SUFFIX(a.team, a.dest, a.src, kElements, a.root);  \
        }                                                                                     \
        static __device__ int fcollect(const Arrays& a) {                                     \
            return PREFIX##_int_fcollect##SUFFIX(a.team, a.dest, a.src, kElements);           \
        }                                                                                     \
        static __device__ int alltoall(const Arrays& a) {                                     \
            return PREFIX##_int_alltoall##SUFFIX(a.team, a.dest, a.src, kElements);           \
        }                                                                                     \
        static __device__ int sum(const Arrays& a) {                                          \
            return PREFIX##_int_sum_reduce##SUFFIX(a.team, a.dest, a.src, kElements);         \
        }                                                                                     \
        static __device__ int sum_in_place(const Arrays& a) {                                 \
            return PREFIX##_int_sum_reduce##SUFFIX(a.team, a.dest, a.dest, kElements);        \
        }                                                                                     \
        static __device__ int scatter(const Arrays& a) {                                      \
            return PREFIX##_int_max_reducescatter##SUFFIX(a.team, a.dest, a.src, kElements);  \
        }                                                                                     \
        static __device__ int scatter_in_place(const Arrays& a) {                             \
            return PREFIX##_int_max_reducescatter##SUFFIX(a.team, a.dest, a.dest, kElements); \
        }                                                                                     \
    };
template <class Scope>
struct Collectives;
COLLECTIVES(ByThread, nvshmem, )
COLLECTIVES(ByWarp, nvshmemx, _warp)
COLLECTIVES(ByBlock, nvshmemx, _block)

template <class Scope, int (*collective)(const Arrays&)>
__global__ void run(Arrays arrays) {
    if (!Scope::chosen()) return;
    const int status = collective(arrays);
    if (arrays.statuses) arrays.statuses[threadIdx.x] = status;
}

/// One team, its arrays on this PE, and the value of element i in rank r's src.
class Case {
  public:
    explicit Case(nvshmem_team_t team)
        : team_(team),
          me_(nvshmem_team_my_pe(team)),
          n_(nvshmem_team_n_pes(team)),
          dest_(static_cast<size_t>(kElements) * nvshmem_n_pes()),
          src_(static_cast<size_t>(kElements) * nvshmem_n_pes()) {}

    static int value(int rank, int i) { return 1000 * rank + 7 * i % 1000; }

    template <class Scope>
    void run_all(int threads) {
        SCOPED_TRACE(Scope::name);
        using C = Collectives<Scope>;
        check<Scope, C::broadcast>(threads, kElements, [&](int i) { return value(n_ - 1, i); });
        check<Scope, C::fcollect>(threads, kElements * n_,
                                  [&](int i) { return value(i / kElements, i % kElements); });
        check<Scope, C::alltoall>(threads, kElements * n_, [&](int i) {
            return value(i / kElements, me_ * kElements + i % kElements);
        });
        const auto total = [&](int i) {
            int sum = 0;
            for (int rank = 0; rank < n_; ++rank) sum += value(rank, i);
            return sum;
        };
        check<Scope, C::sum>(threads, kElements, total);
        check<Scope, C::sum_in_place>(threads, kElements, total, true);
        const auto largest = [&](int i) { return value(n_ - 1, me_ * kElements + i); };
        check<Scope, C::scatter>(threads, kElements, largest);
        check<Scope, C::scatter_in_place>(threads, kElements, largest, true);
    }

  private:
    template <class Scope, int (*collective)(const Arrays&), class Expected>
    void check(int threads, int elements, Expected expected, bool in_place = false) {
        for (int i = 0; i < kElements * n_; ++i) {
            src_[i] = value(me_, i);
            dest_[i] = in_place ? src_[i] : -1;
        }
        nvshmem_barrier(team_);
        std::vector<int> statuses(static_cast<size_t>(threads), 0);
        run<Scope, collective><<<1, threads>>>({dest_.data(), src_.data(), team_, n_ - 1, statuses.data()});
        ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        for (int status : statuses) ASSERT_EQ(status, 0);
        for (int i = 0; i < elements; ++i) ASSERT_EQ(dest_[i], expected(i)) << "element " << i;
        nvshmem_barrier(team_);
    }

    nvshmem_team_t team_;
    int me_, n_;
    Symmetric<int> dest_, src_;
};

KERNEL_TEST(DeviceCollectives, OfTheWorld) {
    Case world(NVSHMEM_TEAM_WORLD);
    world.run_all<ByThread>(1);
    world.run_all<ByWarp>(64);
    world.run_all<ByBlock>(96);
}

KERNEL_TEST(DeviceCollectives, OfATeam) {
    nvshmem_team_t team = NVSHMEM_TEAM_INVALID;
    const int pes = nvshmem_n_pes();
    nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, 0, 2, (pes + 1) / 2, nullptr, 0, &team);
    Case* members = new Case(team == NVSHMEM_TEAM_INVALID ? NVSHMEM_TEAM_WORLD : team);  // symmetric on all
    if (team != NVSHMEM_TEAM_INVALID) {
        members->run_all<ByWarp>(32);
        members->run_all<ByBlock>(64);
    }
    nvshmem_barrier_all();
    delete members;
    nvshmem_team_destroy(team);
}

__global__ void meet(int rounds, int* data, int right, int* wrong) {
    for (int round = 1; round <= rounds; ++round) {
        if (threadIdx.x == 0) nvshmem_int_p(data, round, right);
        nvshmemx_barrier_all_block();
        if (threadIdx.x == 33 && *data != round) ++*wrong;
        nvshmemx_barrier_block(NVSHMEM_TEAM_WORLD);
        if (threadIdx.x < 32) nvshmemx_team_sync_warp(NVSHMEM_TEAM_WORLD);
        nvshmemx_sync_all_block();
    }
}

KERNEL_TEST(DeviceBarrier, CompletesPuts) {
    Symmetric<int> data(1);
    int wrong = 0;
    nvshmem_barrier_all();
    meet<<<1, 64>>>(30, data.data(), Ring().right, &wrong);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(wrong, 0);
    nvshmem_barrier_all();
}

__global__ void largest(double2* dest, const double2* src, int n) {
    nvshmemx_double2_maxloc_reduce_block(NVSHMEM_TEAM_WORLD, dest, src, n);
}

KERNEL_TEST(DeviceReduce, MaxlocTellsWhereTheLargestIs) {
    const Ring ring;
    Symmetric<double2> dest(5), src(5);
    for (int i = 0; i < 5; ++i)
        src[i] = {i == 4 ? 1.0 : (ring.me + i) % ring.pes, static_cast<double>(ring.me)};
    nvshmem_barrier_all();
    largest<<<1, 32>>>(dest.data(), src.data(), 5);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(dest[i].x, ring.pes - 1);
        EXPECT_EQ(dest[i].y, (2 * ring.pes - 1 - i) % ring.pes);
    }
    EXPECT_EQ(dest[4].y, 0);
    nvshmem_barrier_all();
}

/// On PE 0 block 0 waits in a sync of the world for the others, which come once block 1 has seen that the
/// team is in use: its broadcast of nothing would return at once.
__global__ void use_twice(uint64_t* go, int* said) {
    if (nvshmem_my_pe() != 0) {
        nvshmem_uint64_wait_until(go, NVSHMEM_CMP_EQ, 1);
        nvshmem_team_sync(NVSHMEM_TEAM_WORLD);
    } else if (blockIdx.x == 0) {
        while (nvshmem_team_sync(NVSHMEM_TEAM_WORLD) != 0);
    } else {
        while ((*said = nvshmem_int_broadcast(NVSHMEM_TEAM_WORLD, nullptr, nullptr, 0, 0)) == 0);
        for (int pe = 1; pe < nvshmem_n_pes(); ++pe) nvshmem_uint64_p(go, 1, pe);
    }
}

KERNEL_TEST(DeviceTeam, UsedByTwoBlocksAtATimeIsRefused) {
    if (nvshmem_n_pes() == 1) GTEST_SKIP() << "nobody to wait for";
    ReturnedErrors errors;
    Symmetric<uint64_t> go(1);
    go[0] = 0;
    int said = 0;
    nvshmem_barrier_all();
    use_twice<<<nvshmem_my_pe() == 0 ? 2 : 1, 1>>>(go.data(), &said);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    if (nvshmem_my_pe() == 0) {
        EXPECT_EQ(said, NVSHMEMX_ERROR_INVALID_VALUE);
        const std::string text = nvshmemx_last_error() ? nvshmemx_last_error()->text : "";
        EXPECT_NE(text.find("team 0 is in use"), std::string::npos) << text;
        EXPECT_NE(text.find("nvshmem_team_sync"), std::string::npos) << text;
        EXPECT_NE(text.find("in kernel use_twice, block ("), std::string::npos) << text;
    }
    nvshmem_barrier_all();
}

}  // namespace
}  // namespace omni::test
