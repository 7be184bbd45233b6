// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// One run of a test: from the options to the exit status.
//
//     Job job(argc, argv, Pes::two);
//     … measure …
//     return job.end();
#pragma once

#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>

#include <string>
#include <tuple>
#include <utility>

#include "check.h"
#include "options.h"

namespace perftest {

enum class Pes { any, two };

/// How a measurement reads the clock: of the device for kernels and queued work, of the host for calls.
enum class Clock { device, host };

class Job {
  public:
    /// Initializes the library, takes this PE's device, prints the lines before the tables. Ends the program
    /// where the number of PEs does not fit. `usual`: iterations without -n and -w. `heap_bytes`: what the
    /// test allocates, 0 for what a source and a destination take.
    Job(int argc, char** argv, Pes needed, Iterations usual = {}, size_t heap_bytes = 0);
    /// The same for a test with options of its own.
    Job(const Options& chosen, Pes needed, size_t heap_bytes = 0);
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    /// By all PEs, at the end of main: finalizes; the status is 1 on each PE that found wrong data.
    int end();

    /// A check of data that failed.
    void wrong(const std::string& what);

    /// By all PEs: microseconds of `launch(iterations)` on those that `act`, after a warm-up; 0 on the
    /// others. Launches go to `stream`.
    template <class Launch>
    double time(bool act, Clock clock, Launch launch) {
        return time(act, clock, {options.iterations, options.warmup}, launch);
    }
    template <class Launch>
    double time(bool act, Clock clock, Iterations iterations, Launch launch) {
        nvshmem_barrier_all();
        if (act && iterations.warmup) launch(iterations.warmup);
        CUDA_CHECK(cudaStreamSynchronize(stream));
        if (act) start(clock);
        if (act) launch(iterations.timed);
        const double spent = act ? stop(clock) : 0;
        nvshmem_barrier_all();
        return spent;
    }

    Options options;
    int me = 0, pes = 1;
    int peer = 0;  // of the two of a point-to-point test
    cudaStream_t stream = nullptr;

  private:
    void start(Clock clock);
    double stop(Clock clock);

    cudaEvent_t begin_ = nullptr, end_ = nullptr;
    double host_begin_ = 0;
    int status_ = 0;
};

/// Launches a kernel that meets those of other PEs, with arguments converted to its parameters.
template <class... P, class... A>
void launch_collectively(void (*kernel)(P...), dim3 grid, dim3 block, cudaStream_t stream, A... arguments) {
    std::tuple<P...> values(static_cast<P>(arguments)...);
    std::apply(
        [&](P&... value) {
            void* pointers[] = {&value...};
            if (nvshmemx_collective_launch(reinterpret_cast<const void*>(kernel), grid, block, pointers, 0,
                                           stream) != 0)
                nvshmem_global_exit(1);
        },
        values);
}

}  // namespace perftest
