// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Transfers and signals inside kernels: of every type, by threads, warps and blocks, to the right neighbour.
#include "kernels.h"
#include "litmus.h"

namespace omni::test {
namespace {

constexpr int kLength = 37;  // no multiple of a warp

/// Every form of the type in turn; `data` has room for eight arrays of kLength.
#define FORMS(NAME, TYPE)                                                                                   \
    template <class Scope>                                                                                  \
    struct Forms_##NAME;                                                                                    \
    template <>                                                                                             \
    struct Forms_##NAME<ByThread> {                                                                         \
        static __device__ void run(TYPE* data, const TYPE* source, uint64_t* signal, int pe) {              \
            nvshmem_##NAME##_put(data, source, kLength, pe);                                                \
            nvshmem_##NAME##_put_nbi(data + kLength, source, kLength, pe);                                  \
            nvshmem_##NAME##_iput(data + 2 * kLength, source, 1, 1, kLength, pe);                           \
            nvshmem_quiet();                                                                                \
            nvshmem_##NAME##_put_signal(data + 3 * kLength, source, kLength, signal, 1, NVSHMEM_SIGNAL_ADD, \
                                        pe);                                                                \
        }                                                                                                   \
    };
#define SCOPED_FORMS(SCOPE, SUFFIX, NAME, TYPE)                                                   \
    template <>                                                                                   \
    struct Forms_##NAME<SCOPE> {                                                                  \
        static __device__ void run(TYPE* data, const TYPE* source, uint64_t* signal, int pe) {    \
            nvshmemx_##NAME##_put_##SUFFIX(data, source, kLength, pe);                            \
            nvshmemx_##NAME##_put_nbi_##SUFFIX(data + kLength, source, kLength, pe);              \
            nvshmemx_##NAME##_iput_##SUFFIX(data + 2 * kLength, source, 1, 1, kLength, pe);       \
            if (SCOPE::first()) nvshmem_quiet();                                                  \
            nvshmemx_##NAME##_put_signal_##SUFFIX(data + 3 * kLength, source, kLength, signal, 1, \
                                                  NVSHMEM_SIGNAL_ADD, pe);                        \
        }                                                                                         \
    };
#define ALL_FORMS(NAME, TYPE)              \
    FORMS(NAME, TYPE)                      \
    SCOPED_FORMS(ByWarp, warp, NAME, TYPE) \
    SCOPED_FORMS(ByBlock, block, NAME, TYPE)
NVSHMEM_FOR_EACH_RMA_TYPE(ALL_FORMS)

template <template <class> class Forms, class Scope, class T>
__global__ void send(T* data, const T* source, uint64_t* signal, int pe) {
    if (Scope::chosen()) Forms<Scope>::run(data, source, signal, pe);
}

template <template <class> class Forms, class Scope, class T>
void check_forms(const char* name, int threads) {
    SCOPED_TRACE(name);
    SCOPED_TRACE(Scope::name);
    const Ring ring;
    Symmetric<T> data(4 * kLength);
    Symmetric<uint64_t> signal(1);
    signal[0] = 0;
    std::vector<T> source(kLength);
    for (int i = 0; i < kLength; ++i) source[i] = sample<T>(i % 50 + ring.me % 5);
    nvshmem_barrier_all();
    send<Forms, Scope><<<1, threads>>>(data.data(), source.data(), signal.data(), ring.right);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    nvshmem_signal_wait_until(signal.data(), NVSHMEM_CMP_EQ, 1);
    for (int i = 0; i < 4 * kLength; ++i)
        ASSERT_TRUE(same(data[i], sample<T>(i % kLength % 50 + ring.left % 5))) << i;
    nvshmem_barrier_all();
}

#define CHECK_FORMS(NAME, TYPE)                          \
    check_forms<Forms_##NAME, ByThread, TYPE>(#NAME, 1); \
    check_forms<Forms_##NAME, ByWarp, TYPE>(#NAME, 64);  \
    check_forms<Forms_##NAME, ByBlock, TYPE>(#NAME, 96);
KERNEL_TEST(DevicePut, EveryTypeAndScope){NVSHMEM_FOR_EACH_RMA_TYPE(CHECK_FORMS)}

__global__ void fetch(int* into, const int* remote, int pe) {
    if (threadIdx.x < 32) nvshmemx_int_get_warp(into, remote, 40, pe);
    __syncthreads();
    nvshmemx_int_get_block(into + 40, remote, 40, pe);
    nvshmemx_int_iget_block(into + 80, remote, 2, 2, 20, pe);
    if (threadIdx.x == 0) into[120] = nvshmem_int_g(remote + 3, pe);
}

KERNEL_TEST(DeviceGet, ByWarpBlockAndThread) {
    const Ring ring;
    Symmetric<int> remote(40), into(121);
    for (int i = 0; i < 40; ++i) remote[i] = 100 * ring.me + i;
    nvshmem_barrier_all();
    fetch<<<1, 128>>>(into.data(), remote.data(), ring.right);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (int i = 0; i < 80; ++i) EXPECT_EQ(into[i], 100 * ring.right + i % 40);
    for (int i = 0; i < 20; ++i) EXPECT_EQ(into[80 + 2 * i], 100 * ring.right + 2 * i);
    EXPECT_EQ(into[120], 100 * ring.right + 3);
    nvshmem_barrier_all();
}

/// Each thread of each block adds to a counter on every PE.
__global__ void count(uint64_t* counter, float* sum, unsigned* bits) {
    for (int pe = 0; pe < nvshmem_n_pes(); ++pe) {
        nvshmem_uint64_atomic_inc(counter, pe);
        nvshmemx_float_atomic_add(sum, 1.0f, pe);
        nvshmem_uint_atomic_or(bits, 1u << threadIdx.x % 32, pe);
    }
    nvshmem_quiet();
}

KERNEL_TEST(DeviceAtomics, SumsAreExact) {
    Symmetric<uint64_t> counter(1);
    Symmetric<float> sum(1);
    Symmetric<unsigned> bits(1);
    counter[0] = 0;
    sum[0] = 0;
    bits[0] = 0;
    nvshmem_barrier_all();
    count<<<3, 64>>>(counter.data(), sum.data(), bits.data());
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    nvshmem_barrier_all();
    EXPECT_EQ(counter[0], 3u * 64 * Ring().pes);
    EXPECT_EQ(sum[0], 3.0f * 64 * Ring().pes);
    EXPECT_EQ(bits[0], 0xffffffffu);
}

/// A token goes round the ring, carried by kernels that run at the same time on all PEs.
__global__ void pass_token(uint64_t* token, int rounds, int me, int right) {
    for (int round = 1; round <= rounds; ++round) {
        if (me != 0) nvshmem_signal_wait_until(token, NVSHMEM_CMP_GE, round);
        nvshmemx_signal_op(token, round, NVSHMEM_SIGNAL_SET, right);
        if (me == 0) nvshmem_uint64_wait_until(token, NVSHMEM_CMP_GE, round);
    }
}

KERNEL_TEST(DeviceWait, TokenGoesRoundInKernels) {
    const Ring ring;
    Symmetric<uint64_t> token(1);
    token[0] = 0;
    nvshmem_barrier_all();
    pass_token<<<1, 1>>>(token.data(), 20, ring.me, ring.right);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(token[0], 20u);
    nvshmem_barrier_all();
}

/// All threads of a block wait for flags that the threads of the other PE's block set one by one.
__global__ void meet_thread_by_thread(int* flags, int right) {
    nvshmem_int_p(flags + threadIdx.x, 1, right);
    nvshmem_int_wait_until(flags + threadIdx.x, NVSHMEM_CMP_EQ, 1);
}

KERNEL_TEST(DeviceWait, EveryThreadWaits) {
    const Ring ring;
    Symmetric<int> flags(128);
    for (int i = 0; i < 128; ++i) flags[i] = 0;
    nvshmem_barrier_all();
    meet_thread_by_thread<<<1, 128>>>(flags.data(), ring.right);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    nvshmem_barrier_all();
}

__global__ void count_bytes(char* dest, const char* source, uint64_t* counter, int right, int* statuses) {
    statuses[0] = nvshmemx_putmem_signal_counted_nbi_block(dest, source, 4096, counter, right);
    statuses[1] = nvshmemx_putmem_signal_counted_nbi_block(dest + 4096, source, 160, counter, right);
    statuses[2] = nvshmemx_putmem_signal_counted_nbi_block(dest, source, 8, counter, right);
    nvshmemx_flush_block();
    if (threadIdx.x == 0) nvshmemx_signal_counted_wait_until(counter, 4096 + 160);
}

KERNEL_TEST(DeviceSignal, CountedPutsCountBytes) {
    ReturnedErrors errors;
    const Ring ring;
    char* memory = static_cast<char*>(nvshmem_align(256, 8192 + 256));
    uint64_t* counter = reinterpret_cast<uint64_t*>(memory + 8192);
    alignas(16) char source[4096];
    std::fill_n(source, sizeof source, static_cast<char>(1 + ring.me));
    *counter = 0;
    int statuses[3] = {-1, -1, -1};
    nvshmem_barrier_all();
    count_bytes<<<1, 64>>>(memory, source, counter, ring.right, statuses);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(statuses[0], 0);
    EXPECT_EQ(statuses[1], 0);
    EXPECT_EQ(statuses[2], NVSHMEMX_ERROR_INVALID_VALUE);
    EXPECT_EQ(memory[4095], static_cast<char>(1 + ring.left));
    EXPECT_EQ(memory[4096 + 159], static_cast<char>(1 + ring.left));
    nvshmem_barrier_all();
    nvshmem_free(memory);
}

__global__ void open_regions(int* statuses) {
    nvshmemx_region_handle_t first = 0, second = 0;
    nvshmemx_region_attrs_t batch{};
    batch.hints = NVSHMEMX_REGION_HINT_BATCH_RMA;
    const int opened = nvshmemx_region_start_block(&first, &batch);
    const int refused = nvshmemx_region_start_block(&second, nullptr);
    const int closed = nvshmemx_region_stop_block(first);
    const int again = nvshmemx_region_stop_block(first);
    const int reopened = nvshmemx_region_start_block(&second, nullptr);  // and left open by each block
    const int all[] = {opened, refused, closed, again, reopened};
    for (int i = 0; threadIdx.x == 33 && i < 5; ++i) statuses[5 * blockIdx.x + i] = all[i];
}

KERNEL_TEST(DeviceRegion, OneIsOpenAtATime) {
    ReturnedErrors errors;
    constexpr int kInvalid = NVSHMEMX_ERROR_INVALID_VALUE;
    for (int launch = 0; launch < 2; ++launch) {
        int statuses[15];
        open_regions<<<3, 64>>>(statuses);
        ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        for (int block = 0; block < 3; ++block)
            EXPECT_EQ((std::vector<int>{0, kInvalid, 0, kInvalid, 0}),
                      std::vector<int>(statuses + 5 * block, statuses + 5 * block + 5));
    }
}

/// CUDA knows symmetric memory, the own and that of mapped peers, as memory of a device.
KERNEL_TEST(DeviceMemory, PointersAreOfADevice) {
    Symmetric<int> memory(4);
    cudaPointerAttributes attributes{};
    for (int pe = 0; pe < nvshmem_n_pes(); ++pe) {
        const void* there = nvshmem_ptr(memory.data(), pe);
        if (!there) continue;
        ASSERT_EQ(cudaPointerGetAttributes(&attributes, there), cudaSuccess);
        EXPECT_EQ(attributes.type, cudaMemoryTypeDevice) << pe;
    }
    int local = 0;
    ASSERT_EQ(cudaPointerGetAttributes(&attributes, &local), cudaSuccess);
    EXPECT_EQ(attributes.type, cudaMemoryTypeUnregistered);
}

LITMUS_TESTS(DeviceLitmus, PublicOps)

}  // namespace
}  // namespace omni::test
