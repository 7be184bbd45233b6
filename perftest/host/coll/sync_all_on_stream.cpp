// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Mean time of one sync of all PEs queued on a stream.
#include "on_stream.h"

using namespace perftest;

int main(int argc, char** argv) {
    Job job(argc, argv, Pes::any, {128, 5});
    const double spent = time_queued(job, [&] { nvshmemx_sync_all_on_stream(job.stream); });
    BasicTable("sync_all_on_stream", latency_us).row(1, "None", spent);
    return job.end();
}
