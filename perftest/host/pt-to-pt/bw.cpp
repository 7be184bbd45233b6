// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Data rate of puts or gets (--dir) that the host calls or queues on a stream (--issue).
#include "transfer.h"

using namespace perftest;

int main(int argc, char** argv) {
    Job job(argc, argv, Pes::two);
    const Options& options = job.options;
    {
        Transfer<char> data(job);
        const auto on_stream = options.read ? nvshmemx_getmem_nbi_on_stream : nvshmemx_putmem_nbi_on_stream;
        const auto call = options.read ? nvshmem_getmem_nbi : nvshmem_putmem_nbi;
        BasicTable table("Bandwidth", {"Bandwidth", "GB", '+'});
        const auto queue = [&](size_t bytes, size_t iterations) {
            for (size_t i = 0; i < iterations; ++i)
                on_stream(data.destination(), data.source(), bytes, job.peer, job.stream);
            nvshmemx_quiet_on_stream(job.stream);
        };
        const auto issue = [&](size_t bytes, size_t iterations) {
            for (size_t i = 0; i < iterations; ++i) call(data.destination(), data.source(), bytes, job.peer);
            nvshmem_quiet();
        };
        const Flow flow = options.read ? Flow::pull : Flow::push;
        if (options.on_stream)
            data.measure(table, "None", flow, queue, Clock::host);
        else
            data.measure(table, "None", flow, issue, Clock::host);
    }
    return job.end();
}
