// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Time for a block to send a range by scalar puts, with quiet.
#include "transfer.h"

using namespace perftest;

namespace {

__global__ void put_scalars(int* dest, const int* source, size_t n, int pe, size_t iterations) {
    for (size_t i = 0; i < iterations; ++i) {
        for (size_t k = threadIdx.x; k < n; k += blockDim.x) nvshmem_int_p(dest + k, source[k], pe);
        __syncthreads();
        if (threadIdx.x == 0) nvshmem_quiet();
        __syncthreads();
    }
}

}  // namespace

int main(int argc, char** argv) {
    Job job(argc, argv, Pes::two);
    {
        Transfer<int> data(job);
        BasicTable table("shmem_p_latency", latency_us);
        data.measure(table, "None", Flow::push, [&](size_t n, size_t iterations) {
            put_scalars<<<1, job.options.threads, 0, job.stream>>>(data.destination(), data.source(), n,
                                                                   job.peer, iterations);
        });
    }
    return job.end();
}
