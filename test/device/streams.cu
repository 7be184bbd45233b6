// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// On-stream forms: of every type, in the order of their stream with kernels and copies, across streams by
// events, in graphs; what their errors say and when.
#include "kernels.h"

namespace omni::test {
namespace {

// ---- Every type ----

template <class T>
struct Forms {
    void (*put)(T*, const T*, size_t, int, cudaStream_t);
    void (*put_nbi)(T*, const T*, size_t, int, cudaStream_t);
    void (*get)(T*, const T*, size_t, int, cudaStream_t);
    void (*p)(T*, const T, int, cudaStream_t);
    T (*g)(const T*, int, cudaStream_t);
    void (*iput)(T*, const T*, ptrdiff_t, ptrdiff_t, size_t, int, cudaStream_t);
    void (*put_signal)(T*, const T*, size_t, uint64_t*, uint64_t, int, int, cudaStream_t);
    int (*broadcast)(nvshmem_team_t, T*, const T*, size_t, int, cudaStream_t);
    int (*fcollect)(nvshmem_team_t, T*, const T*, size_t, cudaStream_t);
    int (*alltoall)(nvshmem_team_t, T*, const T*, size_t, cudaStream_t);
};

template <class T>
void check_transfers(const char* name, const Forms<T>& f) {
    SCOPED_TRACE(name);
    const Ring ring;
    const Stream stream;
    Symmetric<T> data(12), back(3);
    Symmetric<uint64_t> signal(1);
    signal[0] = 0;
    std::vector<T> source = {sample<T>(ring.me), sample<T>(ring.me + 1), sample<T>(ring.me + 2)};
    nvshmemx_barrier_all_on_stream(stream);
    f.put(data.data(), source.data(), 3, ring.right, stream);
    f.put_nbi(data.data() + 3, source.data(), 3, ring.right, stream);
    f.iput(data.data() + 6, source.data(), 2, 1, 2, ring.right, stream);
    f.p(data.data() + 9, source[1], ring.right, stream);
    nvshmemx_quiet_on_stream(stream);
    f.put_signal(data.data() + 10, source.data() + 1, 2, signal.data(), 5, NVSHMEM_SIGNAL_SET, ring.right,
                 stream);
    nvshmemx_signal_wait_until_on_stream(signal.data(), NVSHMEM_CMP_EQ, 5, stream);
    nvshmemx_barrier_all_on_stream(stream);
    f.get(back.data(), data.data(), 3, ring.right, stream);
    const T fetched = f.g(data.data() + 9, ring.right, stream);
    stream.finish();
    for (int i = 0; i < 6; ++i) EXPECT_TRUE(same(data[i], sample<T>(ring.left + i % 3))) << i;
    EXPECT_TRUE(same(data[6], sample<T>(ring.left)) && same(data[8], sample<T>(ring.left + 1)));
    EXPECT_TRUE(same(data[7], poison<T>()));
    EXPECT_TRUE(same(data[9], sample<T>(ring.left + 1)) && same(data[11], sample<T>(ring.left + 2)));
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(same(back[i], source[i]));
    EXPECT_TRUE(same(fetched, source[1]));
    nvshmem_barrier_all();
}

template <class T>
void check_collectives(const char* name, const Forms<T>& f) {
    SCOPED_TRACE(name);
    const Ring ring;
    const Stream stream;
    Symmetric<T> src(2 * ring.pes), one(2), all(2 * ring.pes), exchanged(2 * ring.pes);
    for (int i = 0; i < 2 * ring.pes; ++i) src[i] = sample<T>(3 * ring.me + i);
    nvshmem_barrier_all();
    EXPECT_EQ(f.broadcast(NVSHMEM_TEAM_WORLD, one.data(), src.data(), 2, ring.pes - 1, stream), 0);
    EXPECT_EQ(f.fcollect(NVSHMEM_TEAM_WORLD, all.data(), src.data(), 2, stream), 0);
    EXPECT_EQ(f.alltoall(NVSHMEM_TEAM_WORLD, exchanged.data(), src.data(), 2, stream), 0);
    stream.finish();
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(same(one[i], sample<T>(3 * (ring.pes - 1) + i)));
    for (int i = 0; i < 2 * ring.pes; ++i) {
        EXPECT_TRUE(same(all[i], sample<T>(3 * (i / 2) + i % 2)));
        EXPECT_TRUE(same(exchanged[i], sample<T>(3 * (i / 2) + 2 * ring.me + i % 2)));
    }
    nvshmem_barrier_all();
}

#define FORMS_OF(NAME)                                                              \
    {nvshmemx_##NAME##_put_on_stream,        nvshmemx_##NAME##_put_nbi_on_stream,   \
     nvshmemx_##NAME##_get_on_stream,        nvshmemx_##NAME##_p_on_stream,         \
     nvshmemx_##NAME##_g_on_stream,          nvshmemx_##NAME##_iput_on_stream,      \
     nvshmemx_##NAME##_put_signal_on_stream, nvshmemx_##NAME##_broadcast_on_stream, \
     nvshmemx_##NAME##_fcollect_on_stream,   nvshmemx_##NAME##_alltoall_on_stream}
#define CHECK_TYPE(NAME, TYPE)                    \
    check_transfers<TYPE>(#NAME, FORMS_OF(NAME)); \
    check_collectives<TYPE>(#NAME, FORMS_OF(NAME));
KERNEL_TEST(OnStream, EveryType){NVSHMEM_FOR_EACH_RMA_TYPE(CHECK_TYPE)}

// ---- Order ----

__global__ void fill(int* data, int n, int value) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = value;
}
__global__ void count_equal(const int* data, int n, int value, int* count) {
    for (int i = 0; threadIdx.x == 0 && i < n; ++i) *count += data[i] == value;
}

KERNEL_TEST(OnStream, KernelsPutsAndWaitsKeepTheirOrder) {
    const Ring ring;
    const Stream stream;
    constexpr int n = 3000;
    Symmetric<int> from(n), to(n);
    Symmetric<uint64_t> signal(1);
    signal[0] = 0;
    int equal = 0;
    nvshmem_barrier_all();
    for (int round = 1; round <= 10; ++round) {
        fill<<<1, 64, 0, stream>>>(from.data(), n, round * 100 + ring.me);
        nvshmemx_int_put_signal_on_stream(to.data(), from.data(), n, signal.data(), round, NVSHMEM_SIGNAL_SET,
                                          ring.right, stream);
        nvshmemx_signal_wait_until_on_stream(signal.data(), NVSHMEM_CMP_GE, round, stream);
        count_equal<<<1, 64, 0, stream>>>(to.data(), n, round * 100 + ring.left, &equal);
        nvshmemx_barrier_all_on_stream(stream);
    }
    stream.finish();
    EXPECT_EQ(equal, 10 * n);
    nvshmem_barrier_all();
}

KERNEL_TEST(OnStream, CallsReturnBeforeTheWorkIsDone) {
    const Stream stream;
    Symmetric<uint64_t> flag(1);
    flag[0] = 0;
    nvshmem_barrier_all();
    nvshmemx_uint64_wait_until_on_stream(flag.data(), NVSHMEM_CMP_EQ, 1, stream);  // nobody has set it
    EXPECT_EQ(cudaStreamQuery(stream), cudaErrorNotReady);
    nvshmem_uint64_p(flag.data(), 1, nvshmem_my_pe());
    stream.finish();
    nvshmem_barrier_all();
}

KERNEL_TEST(OnStream, AStreamThatWaitsHoldsUpNoOther) {
    const Stream waiting, other;
    Symmetric<uint64_t> flag(1);
    flag[0] = 0;
    nvshmem_barrier_all();
    nvshmemx_uint64_wait_until_on_stream(flag.data(), NVSHMEM_CMP_EQ, 1, waiting);
    nvshmemx_uint64_p_on_stream(flag.data(), 1, Ring().right, other);
    other.finish();
    waiting.finish();
    nvshmem_barrier_all();
}

KERNEL_TEST(OnStream, EventsOrderStreams) {
    const Ring ring;
    const Stream first, second;
    Symmetric<int> data(1);
    cudaEvent_t ready;
    ASSERT_EQ(cudaEventCreate(&ready), cudaSuccess);
    nvshmem_barrier_all();
    nvshmemx_int_p_on_stream(data.data(), 41, ring.right, first);
    nvshmemx_barrier_all_on_stream(first);
    ASSERT_EQ(cudaEventRecord(ready, first), cudaSuccess);
    ASSERT_EQ(cudaStreamWaitEvent(second, ready, 0), cudaSuccess);
    EXPECT_EQ(nvshmemx_int_g_on_stream(data.data(), ring.me, second), 41);
    first.finish();
    EXPECT_EQ(cudaEventDestroy(ready), cudaSuccess);
    nvshmem_barrier_all();
}

KERNEL_TEST(OnStream, DefaultStreamsServeToo) {
    const Ring ring;
    Symmetric<int> data(2);
    nvshmem_barrier_all();
    nvshmemx_int_p_on_stream(data.data(), 1, ring.right, nullptr);
    nvshmemx_int_p_on_stream(data.data() + 1, 2, ring.right, cudaStreamPerThread);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    nvshmem_barrier_all();
    EXPECT_EQ(data[0], 1);
    EXPECT_EQ(data[1], 2);
    nvshmem_barrier_all();
}

// ---- Collective launches ----

__global__ void meet_blocks(int* arrived, int* seen) {
    if (threadIdx.x == 0) {
        nvshmem_int_atomic_inc(arrived, nvshmem_my_pe());
        while (*static_cast<volatile int*>(arrived) < static_cast<int>(gridDim.x)) {
        }
        seen[blockIdx.x] = 1;
        if (blockIdx.x == 0) nvshmem_barrier_all();
    }
}

KERNEL_TEST(CollectiveLaunch, AllBlocksRunAtOnce) {
    const Stream stream;
    Symmetric<int> arrived(1);
    arrived[0] = 0;
    int seen[8] = {};
    int *arrived_at = arrived.data(), *seen_at = seen;
    void* arguments[] = {&arrived_at, &seen_at};
    ASSERT_EQ(nvshmemx_collective_launch(reinterpret_cast<const void*>(meet_blocks), dim3(8), dim3(32),
                                         arguments, 0, stream),
              0);
    stream.finish();
    for (int block : seen) EXPECT_EQ(block, 1);
}

KERNEL_TEST(CollectiveLaunch, GridsThatDoNotFitAreRefused) {
    ReturnedErrors errors;
    int most = 0;
    const void* kernel = reinterpret_cast<const void*>(meet_blocks);
    ASSERT_EQ(nvshmemx_collective_launch_query_gridsize(kernel, dim3(32), nullptr, 0, &most), 0);
    EXPECT_GE(most, 96);
    EXPECT_EQ(nvshmemx_collective_launch(kernel, dim3(most + 1), dim3(32), nullptr, 0, nullptr),
              NVSHMEMX_ERROR_COLLECTIVE_LAUNCH_FAILED);
    errors.expect("nvshmemx_collective_launch", {"does not fit"}, NVSHMEMX_ERROR_COLLECTIVE_LAUNCH_FAILED);
    EXPECT_EQ(nvshmemx_collective_launch(kernel, dim3(2, 0, 1), dim3(32), nullptr, 0, nullptr),
              NVSHMEMX_ERROR_COLLECTIVE_LAUNCH_FAILED);
    errors.expect("nvshmemx_collective_launch", {"(2, 0, 1)"}, NVSHMEMX_ERROR_COLLECTIVE_LAUNCH_FAILED);
}

// ---- Errors ----

KERNEL_TEST(OnStream, WrongArgumentsAreReportedByTheCall) {
    ReturnedErrors errors;
    const Stream stream;
    Symmetric<int> data(1);
    int local = 0;
    nvshmemx_int_p_on_stream(data.data(), 1, nvshmem_n_pes(), stream);
    errors.expect("nvshmemx_int_p_on_stream", {"pe is"});
    nvshmemx_int_put_on_stream(&local, &local, 1, 0, stream);
    errors.expect("nvshmemx_int_put_on_stream", {"dest", "no symmetric address"});
    nvshmemx_int_wait_until_on_stream(data.data(), 17, 0, stream);
    errors.expect("nvshmemx_int_wait_until_on_stream", {"cmp is 17"});
    nvshmemx_signal_op_on_stream(nullptr, 1, NVSHMEM_SIGNAL_SET, 0, stream);
    errors.expect("nvshmemx_signal_op_on_stream", {"sig_addr is null"});
    EXPECT_EQ(nvshmemx_barrier_on_stream(55, stream), NVSHMEMX_ERROR_INVALID_VALUE);
    EXPECT_EQ(cudaStreamQuery(stream), cudaSuccess);
    nvshmemx_clear_error();
    nvshmem_barrier_all();
}

__global__ void put_beyond(int* data) {
    if (threadIdx.x == 7) nvshmem_int_p(data, 1, 99);
}

KERNEL_TEST(InKernel, ErrorsNameKernelBlockAndThread) {
    ReturnedErrors errors;
    const Stream stream;
    Symmetric<int> data(1);
    put_beyond<<<2, 32, 0, stream>>>(data.data());
    cudaStreamSynchronize(stream);
    errors.expect("nvshmem_int_p", {"pe is 99", "put_beyond", "thread (7,0,0)"});
}

}  // namespace
}  // namespace omni::test
