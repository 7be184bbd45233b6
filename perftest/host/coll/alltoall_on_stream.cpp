// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Time of one all-to-all queued on a stream.
#include <map>

#include "on_stream.h"

using namespace perftest;

namespace {

using Function = int (*)(void* dest, const void* source, size_t n, cudaStream_t stream);

#define ROW(OPTION, NAME, TYPE)                                                                    \
    {#OPTION, [](void* dest, const void* source, size_t n, cudaStream_t stream) {                  \
         return nvshmemx_##NAME##_alltoall_on_stream(NVSHMEM_TEAM_WORLD, static_cast<TYPE*>(dest), \
                                                     static_cast<const TYPE*>(source), n, stream); \
     }},
const std::map<std::string, Function> functions = {PERFTEST_FOR_EACH_DATATYPE(ROW)};
#undef ROW

}  // namespace

int main(int argc, char** argv) {
    Job job(argc, argv, Pes::any);
    const Datatype& type = datatype(job.options.datatype);
    const Function function = functions.at(type.name);
    QueuedCollective alltoall;
    alltoall.job = "alltoall_on_stream";
    alltoall.divide = alltoall.count_all = true;
    alltoall.source_parts = alltoall.destination_parts = static_cast<size_t>(job.pes);
    alltoall.call = [&](void* dest, const void* source, size_t n) {
        return function(dest, source, n, job.stream);
    };
    alltoall.operand = moved_value<int>;
    alltoall.expected = [&](size_t n, size_t i) {
        return moved_value<int>(static_cast<int>(i / n), static_cast<size_t>(job.me) * n + i % n);
    };
    measure_queued(job, type, alltoall);
    return job.end();
}
