// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Time of one broadcast from PE 0 queued on a stream.
#include <map>

#include "on_stream.h"

using namespace perftest;

namespace {

using Function = int (*)(void* dest, const void* source, size_t n, cudaStream_t stream);

#define ROW(OPTION, NAME, TYPE)                                                                        \
    {#OPTION, [](void* dest, const void* source, size_t n, cudaStream_t stream) {                      \
         return nvshmemx_##NAME##_broadcast_on_stream(NVSHMEM_TEAM_WORLD, static_cast<TYPE*>(dest),    \
                                                      static_cast<const TYPE*>(source), n, 0, stream); \
     }},
const std::map<std::string, Function> functions = {PERFTEST_FOR_EACH_DATATYPE(ROW)};
#undef ROW

}  // namespace

int main(int argc, char** argv) {
    Job job(argc, argv, Pes::any);
    const Datatype& type = datatype(job.options.datatype);
    const Function function = functions.at(type.name);
    QueuedCollective broadcast;
    broadcast.job = "broadcast_on_stream";
    broadcast.call = [&](void* dest, const void* source, size_t n) {
        return function(dest, source, n, job.stream);
    };
    broadcast.operand = moved_value<int>;
    broadcast.expected = [](size_t, size_t i) { return moved_value<int>(0, i); };
    measure_queued(job, type, broadcast);
    return job.end();
}
