// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Time of one allreduce (-o, -d) queued on a stream.
#include <map>

#include "on_stream.h"
#include "operators.h"

using namespace perftest;

namespace {

using Function = int (*)(void* dest, const void* source, size_t n, cudaStream_t stream);

/// By type and operation: "int-sum".
#define ENTRY(OPTION, NAME, TYPE, OP)                                                                   \
    {#OPTION "-" #OP, [](void* dest, const void* source, size_t n, cudaStream_t stream) {               \
         return nvshmemx_##NAME##_##OP##_reduce_on_stream(NVSHMEM_TEAM_WORLD, static_cast<TYPE*>(dest), \
                                                          static_cast<const TYPE*>(source), n, stream); \
     }},
#define NUMBER_ENTRIES(OPTION, NAME, TYPE) \
    ENTRY(OPTION, NAME, TYPE, sum)         \
    ENTRY(OPTION, NAME, TYPE, prod) ENTRY(OPTION, NAME, TYPE, min) ENTRY(OPTION, NAME, TYPE, max)
#define BIT_ENTRIES(OPTION, NAME, TYPE) \
    ENTRY(OPTION, NAME, TYPE, and) ENTRY(OPTION, NAME, TYPE, or) ENTRY(OPTION, NAME, TYPE, xor)
const std::map<std::string, Function> functions = {PERFTEST_FOR_EACH_NUMBER(NUMBER_ENTRIES)
                                                       PERFTEST_FOR_EACH_BITS(BIT_ENTRIES)};

Function function_for(const Job& job, const Datatype& type) {
    const auto found = functions.find(std::string(type.name) + "-" + job.options.reduce_op);
    if (found != functions.end()) return found->second;
    std::fprintf(stderr, "--reduce_op: %s elements have no '%s'\n", type.name, job.options.reduce_op.c_str());
    std::exit(1);
}

}  // namespace

int main(int argc, char** argv) {
    Job job(argc, argv, Pes::any);
    const Datatype& type = datatype(job.options.datatype);
    const Function function = function_for(job, type);
    QueuedCollective reduction;
    reduction.job = "reduction_on_stream";
    reduction.operation = job.options.reduce_op;
    reduction.call = [&](void* dest, const void* source, size_t n) {
        return function(dest, source, n, job.stream);
    };
    reduction.operand = operand_value<int>;
    reduction.expected = [&](size_t, size_t i) { return reduced_value(job.options.reduce_op, job.pes, i); };
    measure_queued(job, type, reduction);
    return job.end();
}
