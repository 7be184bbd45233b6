// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Data rate of 8-byte atomics (-a) on a range of the peer's memory, by many threads.
#include "atomics.h"
#include "field.h"
#include "meeting.h"
#include "table.h"

using namespace perftest;

namespace {

__global__ void update(AtomicOp op, uint64_t* target, size_t n, uint64_t before, size_t iterations, int pe,
                       Meeting* meeting) {
    for (uint64_t round = before + 1; round <= before + iterations; ++round) {
        for (size_t k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x)
            uint64_type::carry_out(op, target + k, round, pe);
        meet(meeting);
    }
    nvshmem_quiet();
}

}  // namespace

int main(int argc, char** argv) {
    Job job(argc, argv, Pes::two);
    const Options& options = job.options;
    const AtomicOp op = atomic_op(options.atomic_op);
    {
        Buffer target(options, options.max_size);
        MeetingPlace place;
        BasicTable table(std::string("shmem_atomic_") + name_of(op), bandwidth_gb);
        for (size_t bytes : options.sizes()) {
            const size_t n = bytes / sizeof(uint64_t);
            if (n == 0) continue;
            target.write(elements<uint64_t>(n, [=](size_t) { return first_value<uint64_t>(op); }));
            uint64_t rounds = 0;
            const double spent = job.time(job.me == 0, Clock::device, [&](size_t iterations) {
                update<<<options.blocks, options.threads, 0, job.stream>>>(
                    op, static_cast<uint64_t*>(target.data()), n, rounds, iterations, job.peer, place.get());
                rounds += iterations;
            });
            table.row(bytes, "None",
                      spent > 0 ? static_cast<double>(bytes * options.iterations) / spent * 1e-3 : 0);
            const uint64_t after = value_after<uint64_t>(op, options.warmup + options.iterations);
            if (job.me == 1 &&
                target.read(n * sizeof(uint64_t)) != elements<uint64_t>(n, [=](size_t) { return after; }))
                job.wrong(std::string("values after ") + name_of(op));
        }
    }
    return job.end();
}
