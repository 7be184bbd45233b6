// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a program does on a GPU, up to the driver: the library finds libcuda.so.1, maps its memory for
// kernels, hands its state to device code, launches, and orders its work in streams by the driver's
// functions. Here the driver is the virtual device, under that name; the device code is that of GPUs.
#define NVSHMEM_DEVICE_ALGORITHMS
#include <cuda.h>

#include "../host/shared_buffer.h"
#include "kernels.h"

__device__ nvshmemi_device_state nvshmemi_device_state_d;
#include <nvshmem/device/impl/device_code.h>

namespace omni::test {
namespace {

/// A program chooses its device after the start, and allocates then.
KERNEL_TEST(Driver, StateIsGivenAtTheFirstAllocation) {
    const Ring ring;
    Symmetric<int> word(1);
    EXPECT_EQ(nvshmemi_device_state_d.bytes, sizeof(nvshmemi_device_state));
    EXPECT_EQ(nvshmemi_device_state_d.me, ring.me);
    EXPECT_EQ(nvshmemi_device_state_d.n, ring.pes);
    EXPECT_EQ(nvshmem_ptr(word.data(), ring.me), word.data());
}

bool is_mapped_for_kernels(const void* memory) {
    cudaPointerAttributes attributes = {};
    EXPECT_EQ(cudaPointerGetAttributes(&attributes, memory), cudaSuccess);
    return attributes.type == cudaMemoryTypeHost && attributes.devicePointer == memory;
}

KERNEL_TEST(Driver, KernelsSeeAllMemoryOfTheLibrary) {
    const Ring ring;
    Symmetric<int> word(1);
    const nvshmemi_device_state& state = nvshmemi_device_state_d;
    EXPECT_TRUE(is_mapped_for_kernels(word.data()));
    for (int pe = 0; pe < ring.pes; ++pe) {
        const void* there = nvshmem_ptr(word.data(), pe);
        EXPECT_TRUE(is_mapped_for_kernels(there ? there : state.proxy)) << pe;
    }
    EXPECT_TRUE(is_mapped_for_kernels(state.peer_base));
    EXPECT_TRUE(is_mapped_for_kernels(state.teams));
    EXPECT_TRUE(is_mapped_for_kernels(state.teams[NVSHMEM_TEAM_WORLD].pe_of));
    EXPECT_TRUE(is_mapped_for_kernels(state.teams[NVSHMEM_TEAM_WORLD].epoch));
}

/// Kernels learn of a team by the table that they have.
KERNEL_TEST(Driver, TeamsComeAndGo) {
    const Ring ring;
    nvshmem_team_t team = NVSHMEM_TEAM_INVALID;
    ASSERT_EQ(nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, 0, 1, ring.pes, nullptr, 0, &team), 0);
    const nvshmemi_device_team& seen = nvshmemi_device_state_d.teams[team];
    EXPECT_EQ(seen.n, ring.pes);
    EXPECT_EQ(seen.me, ring.me);
    nvshmem_team_destroy(team);
    EXPECT_EQ(seen.n, 0);
}

__global__ void tell_the_right(int* left, int right) {
    if (threadIdx.x == 0) nvshmemi::put_single(left + blockIdx.x, static_cast<int>(blockIdx.x) + 1, right);
    nvshmemi::barrier<nvshmemi::block>(NVSHMEM_TEAM_WORLD);
}

KERNEL_TEST(Driver, LaunchesCollectively) {
    Ring ring;
    const Stream stream;
    Symmetric<int> left(1);
    int* data = left.data();
    void* arguments[] = {&data, &ring.right};
    int most = 0;
    const void* kernel = reinterpret_cast<const void*>(tell_the_right);
    ASSERT_EQ(nvshmemx_collective_launch_query_gridsize(kernel, dim3(64), arguments, 0, &most), 0);
    EXPECT_GT(most, 0);
    ASSERT_EQ(nvshmemx_collective_launch(kernel, dim3(1), dim3(64), arguments, 0, stream), 0);
    stream.finish();
    EXPECT_EQ(left[0], 1);
    ReturnedErrors errors;
    EXPECT_EQ(nvshmemx_collective_launch(kernel, dim3(static_cast<unsigned>(most) + 1), dim3(64), arguments,
                                         0, stream),
              NVSHMEMX_ERROR_COLLECTIVE_LAUNCH_FAILED);
    errors.expect("nvshmemx_collective_launch", {"does not fit"}, NVSHMEMX_ERROR_COLLECTIVE_LAUNCH_FAILED);
    EXPECT_NE(nvshmemx_collective_launch(data, dim3(1), dim3(64), arguments, 0, stream), 0);
    errors.expect("nvshmemx_collective_launch", {"no kernel of an object"},
                  NVSHMEMX_ERROR_COLLECTIVE_LAUNCH_FAILED);
}

__global__ void add_one(int* word) { *word += 1; }

KERNEL_TEST(Driver, StreamWorkIsInOrder) {
    const Ring ring;
    const Stream stream;
    Symmetric<int> counter(1), copy(1);
    counter[0] = 0;
    nvshmem_barrier_all();
    constexpr int rounds = 100;  // more than a page of flags in flight
    for (int i = 0; i < rounds; ++i) {
        add_one<<<1, 1, 0, stream>>>(counter.data());
        nvshmemx_int_put_on_stream(copy.data(), counter.data(), 1, ring.right, stream);
    }
    nvshmemx_barrier_all_on_stream(stream);
    stream.finish();
    EXPECT_EQ(counter[0], rounds);
    EXPECT_EQ(copy[0], rounds);
    nvshmem_barrier_all();
}

/// Host functions of a driver share a thread; waits of the library must not.
KERNEL_TEST(Driver, AWaitingStreamHoldsUpNoOther) {
    const Ring ring;
    const Stream waiting, other;
    Symmetric<uint64_t> signal(1);
    Symmetric<int> data(1);
    signal[0] = 0;
    nvshmem_barrier_all();
    nvshmemx_signal_wait_until_on_stream(signal.data(), NVSHMEM_CMP_EQ, 1, waiting);
    add_one<<<1, 1, 0, waiting>>>(data.data());
    EXPECT_EQ(cudaStreamQuery(waiting), cudaErrorNotReady);
    nvshmem_barrier_all();
    nvshmemx_signal_op_on_stream(signal.data(), 1, NVSHMEM_SIGNAL_SET, ring.right, other);
    other.finish();
    waiting.finish();
    EXPECT_EQ(data[0], poison<int>() + 1);
    nvshmem_barrier_all();
}

KERNEL_TEST(Driver, GraphsReplayWork) {
    const Ring ring;
    const Stream stream;
    Symmetric<int> counter(1), sum(1);
    counter[0] = 0;
    nvshmem_barrier_all();
    cudaGraph_t graph;
    cudaGraphExec_t replay;
    ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
    add_one<<<1, 1, 0, stream>>>(counter.data());
    nvshmemx_int_sum_reduce_on_stream(NVSHMEM_TEAM_WORLD, sum.data(), counter.data(), 1, stream);
    ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
    ASSERT_EQ(cudaGraphInstantiate(&replay, graph, nullptr, nullptr, 0), cudaSuccess);
    for (int launch = 1; launch <= 3; ++launch) {
        ASSERT_EQ(cudaGraphLaunch(replay, stream), cudaSuccess);
        stream.finish();
        EXPECT_EQ(sum[0], launch * ring.pes);
    }
    EXPECT_EQ(cudaGraphExecDestroy(replay), cudaSuccess);
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    nvshmem_barrier_all();
}

KERNEL_TEST(Driver, ModulesAndLibrariesGetTheState) {
    const Ring ring;
    CUmodule module;
    CUlibrary library;
    CUdeviceptr place;
    size_t bytes;
    ASSERT_EQ(cuModuleLoad(&module, OMNI_DEVICE_MODULE), CUDA_SUCCESS);
    ASSERT_EQ(cuModuleGetGlobal(&place, &bytes, module, "nvshmemi_device_state_d"), CUDA_SUCCESS);
    const auto* state = reinterpret_cast<const nvshmemi_device_state*>(static_cast<uintptr_t>(place));
    ASSERT_NE(state, &nvshmemi_device_state_d) << "a variable of its own";
    EXPECT_EQ(state->bytes, 0u);
    EXPECT_EQ(nvshmemx_cumodule_init(module), 0);
    EXPECT_EQ(state->bytes, sizeof *state);
    EXPECT_EQ(state->me, ring.me);
    EXPECT_EQ(nvshmemx_cumodule_finalize(module), 0);
    ASSERT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
    ASSERT_EQ(cuLibraryLoadFromFile(&library, OMNI_DEVICE_MODULE, nullptr, nullptr, 0, nullptr, nullptr, 0),
              CUDA_SUCCESS);
    EXPECT_EQ(nvshmemx_culibrary_init(library), 0);
    EXPECT_EQ(nvshmemx_culibrary_finalize(library), 0);
    ASSERT_EQ(cuLibraryUnload(library), CUDA_SUCCESS);
    nvshmem_barrier_all();
}

int times_filled = 0;
int fill_nothing(const nvshmemi_device_state* state) {
    return ++times_filled, state->me == nvshmem_my_pe() ? 0 : 1;
}
int know_no_kernel(void**, const void*) { return 98; }

/// As of a shared object that is loaded while the library is up.
KERNEL_TEST(Driver, LateCodeGetsTheStateAtOnce) {
    const Symmetric<int> word(1);
    times_filled = 0;
    nvshmemi_device_code late = {sizeof late, NVSHMEMI_DEVICE_STATE_VERSION, fill_nothing, know_no_kernel,
                                 nullptr};
    nvshmemid_add_device_code(&late);
    EXPECT_EQ(times_filled, 1);
    {
        const Symmetric<int> another(1);
    }
    EXPECT_EQ(times_filled, 1) << "once a device";
    nvshmemid_remove_device_code(&late);
    ReturnedErrors errors;
    nvshmemi_device_code old = late;
    old.version = 0;
    nvshmemid_add_device_code(&old);
    errors.expect("the loading of kernels", {"version 0"}, NVSHMEMX_ERROR_NOT_SUPPORTED);
    nvshmemid_remove_device_code(&old);
}

KERNEL_TEST(Driver, RegisteredBuffersAreMapped) {
    const Ring ring;
    SharedBuffer buffer(2 * page);
    auto* alias = static_cast<int*>(nvshmemx_buffer_register_symmetric(buffer.data(), buffer.bytes(), 0));
    ASSERT_NE(alias, nullptr);
    EXPECT_TRUE(is_mapped_for_kernels(alias));
    tell_the_right<<<1, 32>>>(alias, ring.right);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    nvshmem_barrier_all();
    EXPECT_EQ(buffer.as<int>()[0], 1);
    EXPECT_EQ(nvshmemx_buffer_unregister_symmetric(alias, buffer.bytes()), 0);
    EXPECT_FALSE(is_mapped_for_kernels(alias));
}

}  // namespace
}  // namespace omni::test
