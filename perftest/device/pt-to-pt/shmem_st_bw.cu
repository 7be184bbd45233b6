// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Data rate of plain stores into the peer's memory, at the address that nvshmem_ptr gives.
#include "meeting.h"
#include "transfer.h"

using namespace perftest;

namespace {

__global__ void store(double* dest, const double* source, size_t n, size_t iterations, Meeting* meeting) {
    for (size_t i = 0; i < iterations; ++i) {
        for (size_t k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x)
            dest[k] = source[k];
        meet(meeting);
    }
    __threadfence_system();
}

}  // namespace

int main(int argc, char** argv) {
    Job job(argc, argv, Pes::two);
    {
        Transfer<double> data(job);
        MeetingPlace place;
        double* const there = static_cast<double*>(nvshmem_ptr(data.destination(), job.peer));
        if (!there) {
            if (job.me == 0)
                std::fprintf(stderr, "the peer's memory has no address here: nvshmem_ptr gives NULL\n");
            nvshmem_global_exit(1);
        }
        BasicTable table("shmem_st_bw", bandwidth_gb);
        data.measure(table, "None", Flow::push, [&](size_t n, size_t iterations) {
            store<<<job.options.blocks, job.options.threads, 0, job.stream>>>(there, data.source(), n,
                                                                              iterations, place.get());
        });
    }
    return job.end();
}
