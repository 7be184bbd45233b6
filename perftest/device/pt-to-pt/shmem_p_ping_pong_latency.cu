// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Round trip of scalar puts by a block of each PE, closed by a signal.
#include "ping_pong.h"
#include "transfer.h"

using namespace perftest;

namespace {

__global__ void bounce(int* dest, const int* source, size_t n, uint64_t* signal, uint64_t before,
                       size_t iterations, int me) {
    ping_pong(signal, before, iterations, me, [=](uint64_t round) {
        for (size_t i = threadIdx.x; i < n; i += blockDim.x) nvshmem_int_p(dest + i, source[i], 1 - me);
        __syncthreads();
        if (threadIdx.x != 0) return;
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
        BasicTable table("shmem_ping_pong_lat", latency_us);
        data.measure(table, "None", Flow::both, [&](size_t n, size_t iterations) {
            launch_collectively(bounce, 1, job.options.threads, job.stream, data.destination(), data.source(),
                                n, rounds.signal(), rounds.add(iterations), iterations, job.me);
        });
    }
    return job.end();
}
