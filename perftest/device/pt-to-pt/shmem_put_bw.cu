// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Data rate of nonblocking puts by many blocks; each thread, warp or block (-s) sends its part.
#include "meeting.h"
#include "transfer.h"

using namespace perftest;

namespace {

__global__ void put_by_threads(double* dest, const double* source, size_t n, int pe, size_t iterations,
                               Meeting* meeting) {
    const Part part = part_of(n, blockIdx.x * blockDim.x + threadIdx.x, gridDim.x * blockDim.x);
    for (size_t i = 0; i < iterations; ++i) {
        if (part.count) nvshmem_double_put_nbi(dest + part.first, source + part.first, part.count, pe);
        meet(meeting);
    }
    nvshmem_quiet();
}

__global__ void put_by_warps(double* dest, const double* source, size_t n, int pe, size_t iterations,
                             Meeting* meeting) {
    const unsigned warps = blockDim.x / warpSize;
    const Part part = part_of(n, blockIdx.x * warps + threadIdx.x / warpSize, gridDim.x * warps);
    for (size_t i = 0; i < iterations; ++i) {
        nvshmemx_double_put_nbi_warp(dest + part.first, source + part.first, part.count, pe);
        meet(meeting);
    }
    if (threadIdx.x % warpSize == 0) nvshmem_quiet();
}

__global__ void put_by_blocks(double* dest, const double* source, size_t n, int pe, size_t iterations,
                              Meeting* meeting) {
    const Part part = part_of(n, blockIdx.x, gridDim.x);
    for (size_t i = 0; i < iterations; ++i) {
        nvshmemx_double_put_nbi_block(dest + part.first, source + part.first, part.count, pe);
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
        auto kernel = put_by_blocks;
        const char* scope = "Block";
        if (options.scope == Scope::thread) kernel = put_by_threads, scope = "Thread";
        if (options.scope == Scope::warp) kernel = put_by_warps, scope = "Warp";
        const unsigned threads =
            options.scope == Scope::warp ? (options.threads + 31) / 32 * 32 : options.threads;

        BasicTable table(options.bidirectional ? "shmem_put_bw_bidi" : "shmem_put_bw_uni", bandwidth_gb);
        data.measure(table, scope, options.bidirectional ? Flow::both : Flow::push,
                     [&](size_t n, size_t iterations) {
                         kernel<<<options.blocks, threads, 0, job.stream>>>(
                             data.destination(), data.source(), n, job.peer, iterations, place.get());
                     });
    }
    return job.end();
}
