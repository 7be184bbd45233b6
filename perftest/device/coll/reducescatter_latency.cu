// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Time of one reduce-scatter inside a kernel: seven operations, by a thread, a warp and a block.
#include "collective.h"
#include "operators.h"

using namespace perftest;

namespace {

#define DEFINE(OP)                                         \
    struct OP##_call : OP##_of {                           \
        PERFTEST_CALLS(int32, int32_t, OP##_reducescatter) \
        PERFTEST_CALLS(int64, int64_t, OP##_reducescatter) \
    };
PERFTEST_FOR_EACH_REDUCTION(DEFINE)
#undef DEFINE

template <class Call, class T>
void measure(Job& job, CollectiveTable& table, const char* type) {
    const size_t pes = static_cast<size_t>(job.pes);
    for_each_group(job.options, [&](auto group) {
        measure_collective<Call, T>(job, table, {pes, 1, pes}, {type, Call::name, true}, group,
                                    operand_value<T>, [&](size_t n, size_t i) {
                                        return reduced_value<Call, T>(job.pes,
                                                                      static_cast<size_t>(job.me) * n + i);
                                    });
    });
}

}  // namespace

int main(int argc, char** argv) {
    Job job(argc, argv, Pes::any);
    CollectiveTable table("device_reducescatter", job.pes, true);
#define MEASURE(OP) measure<OP##_call, int32_t>(job, table, "int32");
    PERFTEST_FOR_EACH_REDUCTION(MEASURE)
#undef MEASURE
#define MEASURE(OP) measure<OP##_call, int64_t>(job, table, "int64");
    PERFTEST_FOR_EACH_REDUCTION(MEASURE)
#undef MEASURE
    return job.end();
}
