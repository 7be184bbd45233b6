// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Round trip of a put closed by a signal of its own, by one thread of each PE.
#include "ping_pong.h"
#include "transfer.h"

using namespace perftest;

namespace {

__global__ void bounce(int* dest, const int* source, size_t n, uint64_t* signal, uint64_t before,
                       size_t iterations, int me) {
    ping_pong(signal, before, iterations, me, [=](uint64_t round) {
        nvshmem_int_put_nbi(dest, source, n, 1 - me);
        nvshmem_fence();
        nvshmemx_signal_op(signal, round, NVSHMEM_SIGNAL_SET, 1 - me);
    });
}

}  // namespace

int main(int argc, char** argv) {
    Job job(argc, argv, Pes::two);
    {
        Transfer<int> data(job);
        Rounds rounds;
        BasicTable table("shmem_put_ping_lat", latency_us);
        data.measure(table, "None", Flow::both, [&](size_t n, size_t iterations) {
            launch_collectively(bounce, 1, 1, job.stream, data.destination(), data.source(), n,
                                rounds.signal(), rounds.add(iterations), iterations, job.me);
        });
    }
    return job.end();
}
