// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Time of one atomic (-a) of one thread, for each type that has the operation.
#include "atomics.h"
#include "field.h"
#include "table.h"

using namespace perftest;

namespace {

template <class Type>
__global__ void update(AtomicOp op, typename Type::type* target, uint64_t before, size_t iterations, int pe) {
    for (uint64_t round = before + 1; round <= before + iterations; ++round)
        Type::carry_out(op, target, round, pe);
    nvshmem_quiet();
}

template <class Type>
void measure(Job& job, AtomicOp op) {
    using T = typename Type::type;
    Buffer target(job.options, sizeof(T));
    target.write(elements<T>(1, [=](size_t) { return first_value<T>(op); }));
    uint64_t rounds = 0;
    const double spent = job.time(job.me == 0, Clock::device, [&](size_t iterations) {
        update<Type>
            <<<1, 1, 0, job.stream>>>(op, static_cast<T*>(target.data()), rounds, iterations, job.peer);
        rounds += iterations;
    });
    BasicTable(std::string("shmem_at_") + Type::name + "_" + name_of(op) + "_ping_lat", latency_us)
        .row(sizeof(T), "None", spent / static_cast<double>(job.options.iterations));
    const T after = value_after<T>(op, job.options.warmup + job.options.iterations);
    if (job.me == 1 && target.read(sizeof(T)) != elements<T>(1, [=](size_t) { return after; }))
        job.wrong(std::string("value of type ") + Type::name + " after " + name_of(op));
}

}  // namespace

int main(int argc, char** argv) {
    Job job(argc, argv, Pes::two, {500, 50});
    const AtomicOp op = atomic_op(job.options.atomic_op);
    if (job.me == 0) std::printf("Note: a time is that of a full round trip.\n");
    for_each_type(op, [&](auto type) { measure<decltype(type)>(job, op); });
    return job.end();
}
