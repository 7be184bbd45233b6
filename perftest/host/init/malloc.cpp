// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Time of one nvshmem_malloc of 1 GiB, 2 GiB, 4 GiB … as long as 40 % of the device's memory lasts; -b and -e
// give other sizes.
#include <chrono>

#include "job.h"
#include "table.h"

using namespace perftest;

namespace {

size_t usable_bytes() {
    size_t free = 0, total = 0;
    CUDA_CHECK(cudaMemGetInfo(&free, &total));
    return total / 10 * 4;
}

double microseconds_of(size_t bytes, void** memory) {
    const auto begin = std::chrono::steady_clock::now();
    *memory = nvshmem_malloc(bytes);
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

int main(int argc, char** argv) {
    const size_t heap = usable_bytes(), usual = size_t{1} << 30;
    Job job(argc, argv, Pes::any, {}, heap);
    const bool sizes_given = job.options.min_size != Options().min_size;
    if (!sizes_given) job.options.min_size = usual, job.options.max_size = heap;
    BasicTable table("malloc", {"time", "us", '-'});
    size_t taken = 0;
    for (size_t bytes : job.options.sizes()) {
        taken += bytes;
        if (taken > heap) break;
        void* memory = nullptr;
        const double spent = microseconds_of(bytes, &memory);
        if (!memory) break;
        table.row(bytes, "None", spent);
    }
    return job.end();
}
