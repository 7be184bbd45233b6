// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Time of one get followed by quiet, inside a kernel, by a thread, a warp and a block. Scripts know the rows
// of the thread under the job name shmem_g_latency.
#include "transfer.h"

using namespace perftest;

namespace {

__global__ void get_by_thread(int* dest, const int* source, size_t n, int pe, size_t iterations) {
    for (size_t i = 0; i < iterations; ++i) {
        nvshmem_int_get_nbi(dest, source, n, pe);
        nvshmem_quiet();
    }
}

__global__ void get_by_warp(int* dest, const int* source, size_t n, int pe, size_t iterations) {
    for (size_t i = 0; i < iterations; ++i) {
        nvshmemx_int_get_nbi_warp(dest, source, n, pe);
        __syncthreads();
        if (threadIdx.x == 0) nvshmem_quiet();
        __syncthreads();
    }
}

__global__ void get_by_block(int* dest, const int* source, size_t n, int pe, size_t iterations) {
    for (size_t i = 0; i < iterations; ++i) {
        nvshmemx_int_get_nbi_block(dest, source, n, pe);
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
        const auto measure = [&](BasicTable& table, const char* scope, auto kernel, unsigned threads) {
            data.measure(table, scope, Flow::pull, [&](size_t n, size_t iterations) {
                kernel<<<1, threads, 0, job.stream>>>(data.destination(), data.source(), n, job.peer,
                                                      iterations);
            });
        };
        BasicTable scalar("shmem_g_latency", latency_us), table("shmem_get_latency", latency_us);
        measure(scalar, "Thread", get_by_thread, 1);
        measure(table, "Warp", get_by_warp, 32);
        measure(table, "Block", get_by_block, job.options.threads);
    }
    return job.end();
}
