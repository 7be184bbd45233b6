// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
#include "job.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>

namespace perftest {
namespace {

/// Before the library starts: a heap for the test, unless the user has chosen one.
void ask_for_heap(size_t bytes) {
    const size_t slack = size_t{64} << 20;
    setenv("NVSHMEM_SYMMETRIC_SIZE", std::to_string(bytes + slack).c_str(), 0);
}

/// Source and destination. A collective's hold a part for each PE, whose number is not known yet.
size_t usual_heap(const Options& options, Pes needed) {
    const size_t parts = needed == Pes::two ? options.stride : 32;
    return 2 * options.max_size * parts;
}

/// What the options or the environment ask for and cannot be had.
void refuse_the_impossible(const Options& options) {
    const char* value = std::getenv("NVSHMEM_TEST_CUBIN_LIBRARY");
    const char* text = nullptr;
    if (value && std::atoi(value) != 0)
        text = "NVSHMEM_TEST_CUBIN_LIBRARY: kernels are part of the programs here; unset it\n";
    if (options.egm && !options.mmap)
        text = "--egm: only buffers of --mmap can be in the host's memory; add it\n";
    if (!text) return;
    std::fputs(text, stderr);
    std::exit(1);
}

void take_device() {
    int devices = 0;
    CUDA_CHECK(cudaGetDeviceCount(&devices));
    const int rank = nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE), device = rank % std::max(devices, 1);
    CUDA_CHECK(cudaSetDevice(device));
    cudaDeviceProp properties;
    CUDA_CHECK(cudaGetDeviceProperties(&properties, device));
    std::printf("mype: %d mype_node: %d device name: %s bus id: %d \n", nvshmem_my_pe(), rank,
                properties.name, properties.pciBusID);
    std::fflush(stdout);
}

void require_pes(int pes, Pes needed) {
    if (needed != Pes::two || pes == 2) return;
    std::fprintf(stderr, "this test needs exactly two PEs, the job has %d: start it with nvshmrun -n 2\n",
                 pes);
    nvshmem_finalize();
    std::exit(1);
}

double host_microseconds() {
    using namespace std::chrono;
    return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Job::Job(int argc, char** argv, Pes needed, Iterations usual, size_t heap_bytes)
    : Job(read_options(argc, argv, usual), needed, heap_bytes) {}

Job::Job(const Options& chosen, Pes needed, size_t heap_bytes) : options(chosen) {
    refuse_the_impossible(options);
    print_options(options);
    ask_for_heap(heap_bytes ? heap_bytes : usual_heap(options, needed));
    nvshmem_init();
    me = nvshmem_my_pe();
    pes = nvshmem_n_pes();
    peer = pes > 1 ? 1 - std::min(me, 1) : 0;
    require_pes(pes, needed);
    take_device();
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CUDA_CHECK(cudaEventCreate(&begin_));
    CUDA_CHECK(cudaEventCreate(&end_));
    nvshmem_barrier_all();
}

int Job::end() {
    nvshmem_barrier_all();
    CUDA_CHECK(cudaEventDestroy(end_));
    CUDA_CHECK(cudaEventDestroy(begin_));
    CUDA_CHECK(cudaStreamDestroy(stream));
    nvshmem_finalize();
    return status_;
}

void Job::wrong(const std::string& what) {
    std::fprintf(stderr, "PE %d: wrong data: %s\n", me, what.c_str());
    status_ = 1;
}

void Job::start(Clock clock) {
    host_begin_ = host_microseconds();
    if (clock == Clock::device) CUDA_CHECK(cudaEventRecord(begin_, stream));
}

double Job::stop(Clock clock) {
    if (clock == Clock::host) {
        CUDA_CHECK(cudaStreamSynchronize(stream));
        return host_microseconds() - host_begin_;
    }
    float milliseconds = 0;
    CUDA_CHECK(cudaEventRecord(end_, stream));
    CUDA_CHECK(cudaEventSynchronize(end_));
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaEventElapsedTime(&milliseconds, begin_, end_));
    return milliseconds * 1e3;
}

}  // namespace perftest
