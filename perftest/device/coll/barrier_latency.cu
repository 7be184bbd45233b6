// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Time of one barrier of a team and of all PEs inside a kernel, by a thread, a warp and a block.
#include "group.h"
#include "job.h"
#include "table.h"

using namespace perftest;

namespace {

struct Team {
    static constexpr const char* job = "barrier_device";
    static __device__ void call(ThreadGroup) { nvshmem_barrier(NVSHMEM_TEAM_WORLD); }
    static __device__ void call(WarpGroup) { nvshmemx_barrier_warp(NVSHMEM_TEAM_WORLD); }
    static __device__ void call(BlockGroup) { nvshmemx_barrier_block(NVSHMEM_TEAM_WORLD); }
};

struct All {
    static constexpr const char* job = "barrier_all_device";
    static __device__ void call(ThreadGroup) { nvshmem_barrier_all(); }
    static __device__ void call(WarpGroup) { nvshmemx_barrier_all_warp(); }
    static __device__ void call(BlockGroup) { nvshmemx_barrier_all_block(); }
};

template <class Call, class Group>
__global__ void repeat(size_t iterations) {
    if (threadIdx.x >= Group::threads()) return;
    for (size_t i = 0; i < iterations; ++i) Call::call(Group());
}

template <class Call>
void measure(Job& job) {
    BasicTable table(Call::job, latency_us);
    for_each_group(job.options, [&](auto group) {
        using Group = decltype(group);
        const double spent = job.time(true, Clock::device, [&](size_t iterations) {
            launch_collectively(repeat<Call, Group>, 1, job.options.threads, job.stream, iterations);
        });
        table.row(job.options.threads, Group::name, spent / static_cast<double>(job.options.iterations));
    });
}

}  // namespace

int main(int argc, char** argv) {
    Job job(argc, argv, Pes::any);
    measure<Team>(job);
    measure<All>(job);
    return job.end();
}
