// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Data rate of scalar gets by many threads.
// -d gives the size of an element, -i the distance between neighbouring ones.
#include "meeting.h"
#include "scalar.h"
#include "transfer.h"

using namespace perftest;

namespace {

template <class T>
__global__ void move_scalars(T* dest, const T* source, size_t n, size_t stride, int pe, size_t iterations,
                             Meeting* meeting) {
    for (size_t i = 0; i < iterations; ++i) {
        for (size_t k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x)
            dest[k * stride] = get_scalar(source + k * stride, pe);
        meet(meeting);
    }
    nvshmem_quiet();
}

template <class T>
void measure(Job& job, BasicTable table) {
    const Options& options = job.options;
    Transfer<T> data(job);
    MeetingPlace place;
    data.measure(table, "None", Flow::pull, [&](size_t n, size_t iterations) {
        move_scalars<T><<<options.blocks, options.threads, 0, job.stream>>>(
            data.destination(), data.source(), n, options.stride, job.peer, iterations, place.get());
    });
}

}  // namespace

int main(int argc, char** argv) {
    Job job(argc, argv, Pes::two);
    with_scalar(job.options.datatype, [&](auto scalar) {
        measure<decltype(scalar)>(job, BasicTable("shmem_g_bw", bandwidth_gb));
        if (job.options.message_rate)
            measure<decltype(scalar)>(job, BasicTable("shmem_g_bw", message_rate_mm));
    });
    return job.end();
}
