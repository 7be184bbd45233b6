// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The tests of transfers and collectives once more, with the algorithms whose threads share the work.
#define NVSHMEM_DEVICE_ALGORITHMS
#include <nvshmem.h>
#include <nvshmemx.h>

nvshmemi_device_state nvshmemi_device_state_d;

#include "collectives.cu"
#include "ops.cu"

namespace {

/// Before any kernel of this program.
struct Fill : testing::Environment {
    void SetUp() override { ASSERT_EQ(nvshmemid_device_state(&nvshmemi_device_state_d), 0); }
};
const testing::Environment* fill = testing::AddGlobalTestEnvironment(new Fill);

}  // namespace

// What single threads do, whose public forms are the host's on the virtual device.
namespace omni::test {
namespace {

struct Counters {
    uint64_t sum;
    int32_t exchanged;
    uint32_t bits[3];
    float real;
    double wide;
    half narrow;
    short single;
};

/// Every thread of every block, on the right neighbour.
__global__ void count_on_the_right(Counters* c, unsigned* highest, int right) {
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    const uint64_t before = nvshmemi::amo_add(&c->sum, uint64_t{1}, right);
    atomicMax(highest, static_cast<unsigned>(before));
    nvshmemi::amo_float_add(&c->real, 1.0f, right);
    nvshmemi::amo_float_add(&c->wide, 0.5, right);
    nvshmemi::amo_float_add(&c->narrow, __float2half(1.0f), right);
    nvshmemi::amo_or(&c->bits[0], 1u << thread % 32, right);
    nvshmemi::amo_and(&c->bits[1], ~(1u << thread % 32), right);
    nvshmemi::amo_xor(&c->bits[2], 1u << thread % 32, right);
    for (int32_t seen = nvshmemi::amo_fetch(&c->exchanged, right);;) {
        const int32_t found = nvshmemi::amo_compare_swap(&c->exchanged, seen, seen + 2, right);
        if (found == seen) break;
        seen = found;
    }
    if (thread == 0) {
        nvshmemi::put_single(&c->single, static_cast<short>(-7), right);
        nvshmemi::quiet_all();
        if (nvshmemi::get_single(&c->single, right) != -7) nvshmemi::trap();
        if (nvshmemi::amo_swap(&c->single, static_cast<short>(9), right) != -7) nvshmemi::trap();
    }
    nvshmemi::quiet_all();
}

KERNEL_TEST(Algorithms, AtomicsOfSingleThreads) {
    Symmetric<Counters> counters(1);
    counters[0] = {};
    counters[0].bits[1] = ~0u;
    unsigned highest = 0;
    nvshmem_barrier_all();
    count_on_the_right<<<2, 64>>>(counters.data(), &highest, Ring().right);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    nvshmem_barrier_all();
    const Counters& c = counters[0];
    EXPECT_EQ(c.sum, 128u);
    EXPECT_EQ(highest, 127u);
    EXPECT_EQ(c.exchanged, 256);
    EXPECT_EQ(c.bits[0], ~0u);
    EXPECT_EQ(c.bits[1], 0u);
    EXPECT_EQ(c.bits[2], 0u);  // each bit an even number of times
    EXPECT_EQ(c.real, 128.0f);
    EXPECT_EQ(c.wide, 64.0);
    EXPECT_EQ(__half2float(c.narrow), 128.0f);
    EXPECT_EQ(c.single, 9);
    nvshmem_barrier_all();
}

/// More than the ring of a proxy holds at a time, there and back, with a length that no piece divides.
__global__ void there_and_back(char* there, char* back, const char* source, size_t bytes, int right) {
    nvshmemx_putmem_nbi_block(there, source, bytes, right);
    if (threadIdx.x == 0) nvshmemi::quiet_all();
    nvshmemx_getmem_block(back, there, bytes, right);
}

KERNEL_TEST(Algorithms, TransfersLargerThanTheRing) {
    constexpr size_t kBytes = 3 * (NVSHMEMI_PROXY_SLOTS * NVSHMEMI_PROXY_PIECE_BYTES) / 2 + 123;
    Symmetric<char> there(kBytes);
    std::vector<char> source(kBytes), back(kBytes);
    for (size_t i = 0; i < kBytes; ++i) source[i] = static_cast<char>(i * 2654435761u >> 13);
    nvshmem_barrier_all();
    there_and_back<<<1, 96>>>(there.data(), back.data(), source.data(), kBytes, Ring().right);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_TRUE(back == source);
    nvshmem_barrier_all();
}

struct AlgorithmOps {
    static __device__ void put(uint64_t* dest, uint64_t value, int pe) {
        nvshmemi::put_single(dest, value, pe);
    }
    static __device__ uint64_t get(const uint64_t* source, int pe) {
        return nvshmemi::get_single(source, pe);
    }
    static __device__ void put_signal(uint64_t* dest, const uint64_t* source, size_t n, uint64_t* signal,
                                      int pe) {
        nvshmemi::put_signal_bytes<nvshmemi::thread>(dest, source, n * sizeof *dest, signal, 1,
                                                     NVSHMEM_SIGNAL_ADD, pe);
    }
    static __device__ uint64_t fetch_inc(uint64_t* dest, int pe) {
        return nvshmemi::amo_add(dest, uint64_t{1}, pe);
    }
    static __device__ void fence() { nvshmemi::fence_all(); }
    static __device__ void quiet() { nvshmemi::quiet_all(); }
    static __device__ void sync() { nvshmemi::barrier<nvshmemi::thread>(NVSHMEM_TEAM_WORLD); }
};
LITMUS_TESTS(AlgorithmLitmus, AlgorithmOps)

}  // namespace
}  // namespace omni::test
