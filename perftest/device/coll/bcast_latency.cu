// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Time of one broadcast from PE 0 inside a kernel, by a thread, a warp and a block: the mean over the PEs,
// since the root is done first.
#include "collective.h"

using namespace perftest;

namespace {

struct Broadcast {
    PERFTEST_CALLS(int32, int32_t, broadcast, 0)
    PERFTEST_CALLS(int64, int64_t, broadcast, 0)
};

template <class T>
void measure(Job& job, CollectiveTable& table, const Naming& naming) {
    for_each_group(job.options, [&](auto group) {
        measure_collective<Broadcast, T>(job, table, {1, 1, 1}, naming, group, moved_value<T>,
                                         [](size_t, size_t i) { return moved_value<T>(0, i); });
    });
}

}  // namespace

int main(int argc, char** argv) {
    Job job(argc, argv, Pes::any);
    CollectiveTable table("bcast_device", job.pes, false);
    measure<int32_t>(job, table, {"32-bit", "", false, true});
    measure<int64_t>(job, table, {"64-bit", "", false, true});
    return job.end();
}
