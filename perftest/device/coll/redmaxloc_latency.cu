// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Time of one reduction by a block that finds the largest value and where it is. NVSHMEM_PERF_COLL_MAX_ELEMS
// limits the pairs.
#include <algorithm>
#include <cstdlib>

#include "collective.h"

using namespace perftest;

namespace {

struct MaxLocation {
    static __device__ void call(BlockGroup, double2* dest, const double2* source, size_t n) {
        nvshmemx_double2_maxloc_reduce_block(NVSHMEM_TEAM_WORLD, dest, source, n);
    }
};

/// A value and its place, which is the number of the PE.
double2 pair_of(int pe, size_t i) { return {moved_value<double>(pe, i), static_cast<double>(pe)}; }

/// The largest value; of equal ones the one at the smallest place.
double2 largest(int pes, size_t i) {
    double2 best = pair_of(0, i);
    for (int pe = 1; pe < pes; ++pe)
        if (pair_of(pe, i).x > best.x) best = pair_of(pe, i);
    return best;
}

}  // namespace

int main(int argc, char** argv) {
    Job job(argc, argv, Pes::any);
    if (const char* most = std::getenv("NVSHMEM_PERF_COLL_MAX_ELEMS"))
        job.options.max_size =
            std::min<size_t>(job.options.max_size, std::strtoul(most, nullptr, 10) * sizeof(double2));
    CollectiveTable table("device_reduction", job.pes, true);
    measure_collective<MaxLocation, double2>(job, table, {1, 1, 1}, {"double2", "maxloc"}, BlockGroup(),
                                             pair_of, [&](size_t, size_t i) { return largest(job.pes, i); });
    return job.end();
}
