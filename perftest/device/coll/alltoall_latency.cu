// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Time of one all-to-all inside a kernel, by a thread, a warp and a block.
#include "collective.h"

using namespace perftest;

namespace {

struct Alltoall {
    PERFTEST_CALLS(int32, int32_t, alltoall)
    PERFTEST_CALLS(int64, int64_t, alltoall)
};

template <class T>
void measure(Job& job, CollectiveTable& table, const Naming& naming) {
    const size_t pes = static_cast<size_t>(job.pes);
    for_each_group(job.options, [&](auto group) {
        measure_collective<Alltoall, T>(
            job, table, {pes, pes, pes}, naming, group, moved_value<T>, [&](size_t n, size_t i) {
                return moved_value<T>(static_cast<int>(i / n), static_cast<size_t>(job.me) * n + i % n);
            });
    });
}

}  // namespace

int main(int argc, char** argv) {
    Job job(argc, argv, Pes::any);
    CollectiveTable table("alltoall_device", job.pes, false);
    measure<int32_t>(job, table, {"32-bit"});
    measure<int64_t>(job, table, {"64-bit"});
    return job.end();
}
