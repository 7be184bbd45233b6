// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Data rate of nonblocking gets by many blocks, each of which fetches its part.
#include "meeting.h"
#include "transfer.h"

using namespace perftest;

namespace {

__global__ void get_by_blocks(double* dest, const double* source, size_t n, int pe, size_t iterations,
                              Meeting* meeting) {
    const Part part = part_of(n, blockIdx.x, gridDim.x);
    for (size_t i = 0; i < iterations; ++i) {
        nvshmemx_double_get_nbi_block(dest + part.first, source + part.first, part.count, pe);
        meet(meeting);
    }
    if (threadIdx.x == 0) nvshmem_quiet();
}

}  // namespace

int main(int argc, char** argv) {
    Job job(argc, argv, Pes::two);
    const Options& options = job.options;
    {
        Transfer<double> data(job);
        MeetingPlace place;
        BasicTable table(options.bidirectional ? "shmem_get_bw_bidi" : "shmem_get_bw_uni", bandwidth_gb);
        data.measure(table, "None", options.bidirectional ? Flow::both : Flow::pull,
                     [&](size_t n, size_t iterations) {
                         get_by_blocks<<<options.blocks, options.threads, 0, job.stream>>>(
                             data.destination(), data.source(), n, job.peer, iterations, place.get());
                     });
    }
    return job.end();
}
