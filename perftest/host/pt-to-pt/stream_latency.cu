// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What on-stream calls save over the host: a kernel, then a transfer, once queued behind it and once called
// after the host has waited for the kernel.
#include <getopt.h>

#include <cstdlib>

#include "transfer.h"

using namespace perftest;

namespace {

struct Choice {
    size_t min_size = size_t{1} << 20, max_size = size_t{128} << 20, iterations = 10;
    bool pull = false;
    unsigned blocks = 1, threads = 32;
    long long cycles = 1000;
};

const char* const help = R"(-s BYTES  smallest message (1 MiB)     -S BYTES  largest message (128 MiB)
-n COUNT  iterations (10)              -d 0|1    push or pull (0)
-b COUNT  blocks of the kernel (1)     -t COUNT  threads of a block (32)
-c COUNT  cycles of the kernel (1000)  -i COUNT  changes nothing
)";

Choice read_choice(int argc, char** argv) {
    Choice choice;
    for (int which; (which = getopt(argc, argv, "s:S:n:i:d:b:t:c:h")) != -1;) {
        const long long value = optarg ? std::atoll(optarg) : 0;
        switch (which) {
            case 's':
                choice.min_size = static_cast<size_t>(value);
                break;
            case 'S':
                choice.max_size = static_cast<size_t>(value);
                break;
            case 'n':
                choice.iterations = static_cast<size_t>(value);
                break;
            case 'i':
                break;
            case 'd':
                choice.pull = value == 1;
                break;
            case 'b':
                choice.blocks = static_cast<unsigned>(value);
                break;
            case 't':
                choice.threads = static_cast<unsigned>(value);
                break;
            case 'c':
                choice.cycles = value;
                break;
            default:
                std::fputs(help, which == 'h' ? stdout : stderr);
                std::exit(which == 'h' ? 0 : 1);
        }
    }
    return choice;
}

/// Keeps the device busy.
__global__ void work(long long cycles) {
    const long long begin = clock64();
    while (clock64() - begin < cycles) {
    }
}

}  // namespace

int main(int argc, char** argv) {
    const Choice choice = read_choice(argc, argv);
    Options options;
    options.min_size = choice.min_size;
    options.max_size = choice.max_size;
    options.iterations = choice.iterations;
    Job job(options, Pes::two);
    {
        Transfer<char> data(job);
        const auto kernel = [&] { work<<<choice.blocks, choice.threads, 0, job.stream>>>(choice.cycles); };
        const auto queued = choice.pull ? nvshmemx_getmem_on_stream : nvshmemx_putmem_on_stream;
        const auto called = choice.pull ? nvshmem_getmem : nvshmem_putmem;
        BasicTable with("Stream_Latency", latency_us);
        const Flow flow = choice.pull ? Flow::pull : Flow::push;
        const auto on_stream = [&](size_t bytes, size_t iterations) {
            for (size_t i = 0; i < iterations; ++i) {
                kernel();
                queued(data.destination(), data.source(), bytes, job.peer, job.stream);
            }
            CUDA_CHECK(cudaStreamSynchronize(job.stream));
        };
        const auto by_host = [&](size_t bytes, size_t iterations) {
            for (size_t i = 0; i < iterations; ++i) {
                kernel();
                CUDA_CHECK(cudaStreamSynchronize(job.stream));
                called(data.destination(), data.source(), bytes, job.peer);
            }
        };
        data.measure(with, "with _on_stream", flow, on_stream, Clock::host);
        data.measure(with, "without _on_stream", flow, by_host, Clock::host);
    }
    return job.end();
}
