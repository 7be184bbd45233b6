// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Round trip of two PEs that answer each other by an atomic (-a) and wait for the value it makes. Bitwise
// operations have as many rounds as the type has bits.
#include <algorithm>

#include "atomics.h"
#include "field.h"
#include "table.h"

using namespace perftest;

namespace {

/// `values[k]` is what round k makes of the target.
template <class Type>
__global__ void bounce(AtomicOp op, typename Type::type* target, const typename Type::type* values,
                       size_t iterations, int me) {
    for (size_t round = 1; round <= iterations; ++round) {
        if (me == 1) Type::wait(target, values[round]);
        Type::carry_out(op, target, round, 1 - me);
        if (me == 0) Type::wait(target, values[round]);
    }
    nvshmem_quiet();
}

template <class Type>
void measure(Job& job, AtomicOp op) {
    using T = typename Type::type;
    const size_t most = is_bitwise(op) ? 8 * sizeof(T) : job.options.iterations;
    const size_t rounds = std::min(job.options.iterations, most);
    Buffer target(job.options, sizeof(T)), values(job.options, (rounds + 1) * sizeof(T));
    values.write(elements<T>(rounds + 1, [=](size_t k) { return value_after<T>(op, k); }));
    const auto start_again = [&] {
        target.write(elements<T>(1, [=](size_t) { return first_value<T>(op); }));
    };
    const auto run = [&] {
        return job.time(true, Clock::device, {rounds, 0}, [&](size_t iterations) {
            launch_collectively(bounce<Type>, 1, 1, job.stream, op, static_cast<T*>(target.data()),
                                static_cast<const T*>(values.data()), iterations, job.me);
        });
    };
    start_again();
    if (job.options.warmup) run(), start_again();
    const double spent = run();
    CollectiveTable(std::string("shmem_at_") + Type::name + "_" + name_of(op) + "_ping_lat", job.pes, false)
        .row(sizeof(T), {Type::name, sizeof(T)}, "", "thread", {spent / static_cast<double>(rounds), 0, 0});
    if (target.read(sizeof(T)) != elements<T>(1, [=](size_t) { return value_after<T>(op, rounds); }))
        job.wrong(std::string("value of type ") + Type::name + " after " + name_of(op));
}

}  // namespace

int main(int argc, char** argv) {
    Job job(argc, argv, Pes::two, {500, 50});
    const AtomicOp op = atomic_op(job.options.atomic_op);
    if (job.me == 0) std::printf("Note: a time is that of a full round trip.\n");
    for_each_integer(op, [&](auto type) { measure<decltype(type)>(job, op); });
    return job.end();
}
