// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Cooperative groups.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <vector>

namespace cg = cooperative_groups;

namespace {

template <unsigned size>
__global__ void tiles(int* right) {
    const auto block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<size>(block);
    const int rank = static_cast<int>(tile.thread_rank()),
              first = static_cast<int>(tile.meta_group_rank() * size);
    bool good = tile.size() == size && first + rank == static_cast<int>(block.thread_rank());
    good = good &&
           tile.shfl(static_cast<int>(block.thread_rank()), size - 1) == first + static_cast<int>(size) - 1;
    good = good && cg::reduce(tile, rank, cg::plus<int>()) == static_cast<int>(size * (size - 1) / 2);
    good = good && cg::inclusive_scan(tile, rank) == rank * (rank + 1) / 2 &&
           cg::exclusive_scan(tile, 1) == rank;
    good = good && tile.ballot(rank == 0) == 1 && tile.any(rank == 0) && tile.all(1);
    const cg::thread_block_tile<size> plain = cg::tiled_partition<size>(block);
    good = good && plain.lanes() == tile.lanes();
    tile.sync();
    cg::sync(block);
    if (good) atomicAdd(right, 1);
}

TEST(CooperativeGroups, TilesOfAWarp) {
    int right = 0;
    tiles<1><<<1, 64>>>(&right);
    tiles<4><<<2, 64>>>(&right);
    tiles<16><<<1, 96>>>(&right);
    tiles<32><<<1, 64>>>(&right);
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    EXPECT_EQ(64 + 128 + 96 + 64, right);
}

__global__ void together(int* sums) {
    if (threadIdx.x % 4 == 1) {
        const cg::coalesced_group group = cg::coalesced_threads();
        if (group.thread_rank() == 0) atomicAdd(sums, group.size());
        const auto parts = cg::binary_partition(group, group.thread_rank() < 3);
        if (parts.thread_rank() == 0) atomicAdd(sums + 1, parts.size() * parts.size());
    }
}

TEST(CooperativeGroups, LanesThatAreTogether) {
    int sums[2] = {};
    together<<<1, 64>>>(sums);
    ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
    EXPECT_EQ(16, sums[0]);
    EXPECT_EQ(2 * (9 + 25), sums[1]);
}

/// Every round each block reads what the next one wrote in the round before.
__global__ void rounds_of_grid(int* data, int rounds) {
    const auto grid = cg::this_grid();
    for (int round = 0; round < rounds; ++round) {
        const int next = data[(blockIdx.x + 1) % gridDim.x];
        grid.sync();
        if (threadIdx.x == 0) data[blockIdx.x] = next;
        grid.sync();
    }
}

TEST(CooperativeGroups, TheGridMeets) {
    for (int blocks : {1, 2, 9}) {
        std::vector<int> data(blocks);
        for (int i = 0; i < blocks; ++i) data[i] = i;
        int* address = data.data();
        int rounds = 5;
        void* arguments[] = {&address, &rounds};
        ASSERT_EQ(cudaSuccess, cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(&rounds_of_grid),
                                                           blocks, 40, arguments, 0, 0));
        ASSERT_EQ(cudaSuccess, cudaDeviceSynchronize());
        for (int i = 0; i < blocks; ++i) EXPECT_EQ((i + 5) % blocks, data[i]);
    }
}

}  // namespace
