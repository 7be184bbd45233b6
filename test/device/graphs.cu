// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// On-stream calls in graphs.
#include "kernels.h"

namespace omni::test {
namespace {

KERNEL_TEST(OnStream, GraphsReplayCalls) {
    const Ring ring;
    const Stream stream;
    Symmetric<long> sum(1), one(1);
    one[0] = 1;
    nvshmem_barrier_all();
    cudaGraph_t graph;
    cudaGraphExec_t replay;
    ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
    for (int i = 0; i < 5; ++i) {
        nvshmemx_long_sum_reduce_on_stream(NVSHMEM_TEAM_WORLD, sum.data(), one.data(), 1, stream);
        nvshmemx_long_broadcast_on_stream(NVSHMEM_TEAM_WORLD, one.data(), sum.data(), 1, 0, stream);
    }
    ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
    EXPECT_EQ(one[0], 1) << "a capture runs nothing";
    ASSERT_EQ(cudaGraphInstantiate(&replay, graph, nullptr, nullptr, 0), cudaSuccess);
    for (int launches = 0; launches < 2; ++launches) ASSERT_EQ(cudaGraphLaunch(replay, stream), cudaSuccess);
    stream.finish();
    long expected = 1;
    for (int i = 0; i < 10; ++i) expected *= ring.pes;
    EXPECT_EQ(one[0], expected);
    EXPECT_EQ(cudaGraphExecDestroy(replay), cudaSuccess);
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    nvshmem_barrier_all();
}

}  // namespace
}  // namespace omni::test
