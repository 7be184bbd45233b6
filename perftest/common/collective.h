// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Collectives inside kernels: one kernel for all of them, and the loop over types, groups and sizes.
//
//     struct Alltoall { … PERFTEST_CALLS(int32, int32_t, alltoall) PERFTEST_CALLS(int64, int64_t, alltoall)
//     };
//
// gives the calls of a thread, a warp and a block: Alltoall::call(group, dest, source, n).
#pragma once

#include "field.h"
#include "group.h"
#include "over_pes.h"
#include "table.h"

namespace perftest {

/// The calls of the three groups for one type, on all PEs; what follows the name are more arguments.
#define PERFTEST_CALLS(TYPENAME, TYPE, OP, ...)                                                 \
    static __device__ void call(ThreadGroup, TYPE* dest, const TYPE* source, size_t n) {        \
        nvshmem_##TYPENAME##_##OP(NVSHMEM_TEAM_WORLD, dest, source, n, ##__VA_ARGS__);          \
    }                                                                                           \
    static __device__ void call(WarpGroup, TYPE* dest, const TYPE* source, size_t n) {          \
        nvshmemx_##TYPENAME##_##OP##_warp(NVSHMEM_TEAM_WORLD, dest, source, n, ##__VA_ARGS__);  \
    }                                                                                           \
    static __device__ void call(BlockGroup, TYPE* dest, const TYPE* source, size_t n) {         \
        nvshmemx_##TYPENAME##_##OP##_block(NVSHMEM_TEAM_WORLD, dest, source, n, ##__VA_ARGS__); \
    }

/// One block; the threads that take no part leave.
template <class Collective, class Group, class T>
__global__ void repeat(T* dest, const T* source, size_t n, size_t iterations) {
    if (threadIdx.x >= Group::threads()) return;
    for (size_t i = 0; i < iterations; ++i) Collective::call(Group(), dest, source, n);
}

/// How many times n elements source and destination hold, and how many a row of the table counts.
struct Shape {
    size_t source, destination, shown;
};

/// How a test shows itself in the table.
struct Naming {
    std::string type = {}, operation = {};
    bool initials = false;     // of the groups
    bool mean_of_all = false;  // the time is the mean over the PEs, not that of PE 0
};

/// By all PEs. `operand(pe, i)` gives the source of a PE, `expected(n, i)` what this PE has to find.
template <class Collective, class T, class Group, class Operand, class Expected>
void measure_collective(Job& job, CollectiveTable& table, Shape shape, const Naming& naming, Group,
                        Operand operand, Expected expected) {
    const size_t most = job.options.max_size / sizeof(T);
    Field field(job, most * shape.source * sizeof(T), most * shape.destination * sizeof(T));
    field.source.write(elements<T>(most * shape.source, [&](size_t i) { return operand(job.me, i); }));
    for (size_t bytes : job.options.sizes()) {
        const size_t n = bytes / sizeof(T);
        if (n == 0 || n >= Group::most_elements) continue;
        double spent = field.run(
            true, Clock::device,
            [&](size_t iterations) {
                launch_collectively(repeat<Collective, Group, T>, 1, job.options.threads, job.stream,
                                    static_cast<T*>(field.destination.data()),
                                    static_cast<const T*>(field.source.data()), n, iterations);
            },
            elements<T>(n * shape.destination, [&](size_t i) { return expected(n, i); }));
        if (naming.mean_of_all) spent = sum_over_pes(spent) / job.pes;
        table.row(n * shape.shown * sizeof(T), {naming.type, sizeof(T)}, naming.operation.c_str(),
                  naming.initials ? Group::initial : Group::name, {spent, spent, spent});
    }
}

}  // namespace perftest
