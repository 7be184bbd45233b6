// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Time of one put followed by quiet, inside a kernel, by a thread, a warp and a block.
#include "transfer.h"

using namespace perftest;

namespace {

__global__ void put_by_thread(int* dest, const int* source, size_t n, int pe, size_t iterations) {
    for (size_t i = 0; i < iterations; ++i) {
        nvshmem_int_put_nbi(dest, source, n, pe);
        nvshmem_quiet();
    }
}

__global__ void put_by_warp(int* dest, const int* source, size_t n, int pe, size_t iterations) {
    for (size_t i = 0; i < iterations; ++i) {
        nvshmemx_int_put_warp(dest, source, n, pe);
        if (threadIdx.x == 0) nvshmem_quiet();
        __syncthreads();
    }
}

__global__ void put_by_block(int* dest, const int* source, size_t n, int pe, size_t iterations) {
    for (size_t i = 0; i < iterations; ++i) {
        nvshmemx_int_put_block(dest, source, n, pe);
        if (threadIdx.x == 0) nvshmem_quiet();
        __syncthreads();
    }
}

}  // namespace

int main(int argc, char** argv) {
    Job job(argc, argv, Pes::two);
    {
        Transfer<int> data(job);
        BasicTable table("shmem_put_latency", latency_us);
        const auto measure = [&](const char* scope, auto kernel, unsigned threads) {
            data.measure(table, scope, Flow::push, [&](size_t n, size_t iterations) {
                kernel<<<1, threads, 0, job.stream>>>(data.destination(), data.source(), n, job.peer,
                                                      iterations);
            });
        };
        measure("Thread", put_by_thread, 1);
        measure("Warp", put_by_warp, 32);
        measure("Block", put_by_block, job.options.threads);
    }
    return job.end();
}
