// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Round trip of bare signals, by one thread of each PE.
#include "job.h"
#include "ping_pong.h"
#include "table.h"

using namespace perftest;

namespace {

__global__ void bounce(uint64_t* signal, uint64_t before, size_t iterations, int me) {
    ping_pong(signal, before, iterations, me,
              [=](uint64_t round) { nvshmemx_signal_op(signal, round, NVSHMEM_SIGNAL_SET, 1 - me); });
}

}  // namespace

int main(int argc, char** argv) {
    Job job(argc, argv, Pes::two);
    {
        Rounds rounds;
        const double spent = job.time(true, Clock::device, [&](size_t iterations) {
            launch_collectively(bounce, 1, 1, job.stream, rounds.signal(), rounds.add(iterations), iterations,
                                job.me);
        });
        BasicTable("shmem_sig_ping_lat", latency_us)
            .row(sizeof(uint64_t), "None", spent / job.options.iterations);
    }
    return job.end();
}
