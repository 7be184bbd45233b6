// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// An allreduce along the ring. Each block has a slice of the array and a signal of its own; chunk by chunk
// the sum grows from PE 0 to the last PE, which starts the way back to all. Put with signal brings data and
// flag in one call.
//     nvshmrun -n 4 ring-reduce [-b MIN] [-e MAX] [-f STEP] [-n ITERATIONS] [-w WARMUP] [-c BLOCKS] [-t
//     THREADS]
//                               [-m CHUNK], sizes in bytes with k, m or g
#include <unistd.h>

#include <cctype>
#include <cstring>
#include <vector>

#include "check.h"

struct Options {
    size_t min = 1 << 20, max = 4 << 20, step = 2, chunk = 64 << 10;
    int iterations = 4, warmup = 1, blocks = 8, threads = 256;
};

size_t bytes_of(const char* text) {
    char* end = nullptr;
    const size_t value = std::strtoull(text, &end, 10);
    const char* units = "kmgt";
    const char* unit = *end ? std::strchr(units, std::tolower(*end)) : nullptr;
    return unit ? value << (10 * (unit - units + 1)) : value;
}

Options read_options(int argc, char** argv) {
    Options options;
    for (int which; (which = getopt(argc, argv, "b:e:f:n:w:c:t:m:")) != -1;) {
        switch (which) {
            case 'b':
                options.min = bytes_of(optarg);
                break;
            case 'e':
                options.max = bytes_of(optarg);
                break;
            case 'f':
                options.step = bytes_of(optarg);
                break;
            case 'n':
                options.iterations = std::atoi(optarg);
                break;
            case 'w':
                options.warmup = std::atoi(optarg);
                break;
            case 'c':
                options.blocks = std::atoi(optarg);
                break;
            case 't':
                options.threads = std::atoi(optarg);
                break;
            case 'm':
                options.chunk = bytes_of(optarg);
                break;
            default:
                std::exit(2);
        }
    }
    return options;
}

/// `signals` has two words a block: for the way to the last PE, and for the way back. They count up over all
/// launches; `before` is where they stand.
__global__ void ring_reduce(int* result, const int* source, size_t count, size_t chunk, uint64_t* signals,
                            uint64_t before) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes(), last = pes - 1, right = (me + 1) % pes;
    const size_t begin = count * blockIdx.x / gridDim.x, end = count * (blockIdx.x + 1) / gridDim.x;
    uint64_t *there = &signals[2 * blockIdx.x], *back = there + 1, mark = before;

    for (size_t at = begin; at < end; at += chunk) {
        const size_t n = min(chunk, end - at);
        ++mark;
        if (me != 0) {
            if (threadIdx.x == 0) nvshmem_signal_wait_until(there, NVSHMEM_CMP_GE, mark);
            __syncthreads();
        }
        for (size_t i = at + threadIdx.x; i < at + n; i += blockDim.x)
            result[i] = source[i] + (me == 0 ? 0 : result[i]);
        __syncthreads();
        if (threadIdx.x == 0 && me != last)
            nvshmem_int_put_signal_nbi(result + at, result + at, n, there, mark, NVSHMEM_SIGNAL_SET, right);
        if (threadIdx.x == 0 && me == last && pes > 1)
            nvshmem_int_put_signal_nbi(result + at, result + at, n, back, mark, NVSHMEM_SIGNAL_SET, right);
    }
    if (threadIdx.x != 0 || me == last) return;

    mark = before;
    for (size_t at = begin; at < end; at += chunk) {
        nvshmem_signal_wait_until(back, NVSHMEM_CMP_GE, ++mark);
        if (right != last)
            nvshmem_int_put_signal_nbi(result + at, result + at, min(chunk, end - at), back, mark,
                                       NVSHMEM_SIGNAL_SET, right);
    }
}

/// Element i of PE `pe` is pe + i % 1000.
long check(const int* result, size_t count) {
    const int pes = nvshmem_n_pes();
    std::vector<int> found(count);
    CUDA_CHECK(cudaMemcpy(found.data(), result, count * sizeof(int), cudaMemcpyDefault));
    long wrong = 0;
    for (size_t i = 0; i < count; ++i)
        wrong += found[i] != pes * (pes - 1) / 2 + pes * static_cast<int>(i % 1000);
    return wrong;
}

int main(int argc, char** argv) {
    const Options options = read_options(argc, argv);
    nvshmem_init();
    take_device();
    const int me = nvshmem_my_pe();
    const size_t most = options.max / sizeof(int);
    cudaStream_t stream;
    cudaEvent_t begin, end;
    CUDA_CHECK(cudaStreamCreate(&stream));
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
    int* source = static_cast<int*>(nvshmem_malloc(options.max));
    int* result = static_cast<int*>(nvshmem_malloc(options.max));
    uint64_t* signals = static_cast<uint64_t*>(nvshmem_calloc(2 * options.blocks, sizeof(uint64_t)));
    std::vector<int> values(most);
    for (size_t i = 0; i < most; ++i) values[i] = me + static_cast<int>(i % 1000);
    CUDA_CHECK(cudaMemcpy(source, values.data(), options.max, cudaMemcpyHostToDevice));

    long wrong = 0;
    uint64_t before = 0;
    for (size_t bytes = options.min; bytes <= options.max; bytes *= options.step) {
        size_t count = bytes / sizeof(int), chunk = options.chunk / sizeof(int);
        void* arguments[] = {&result, &source, &count, &chunk, &signals, &before};
        CUDA_CHECK(cudaMemset(result, 0, bytes));
        for (int i = -options.warmup; i < options.iterations; ++i) {
            nvshmemx_barrier_all_on_stream(stream);  // nobody's result is in use any more
            if (i == 0) CUDA_CHECK(cudaEventRecord(begin, stream));
            if (nvshmemx_collective_launch(reinterpret_cast<const void*>(ring_reduce), dim3(options.blocks),
                                           dim3(options.threads), arguments, 0, stream) != 0)
                nvshmem_global_exit(1);
            before += count / chunk + 2;  // more than a block had chunks
        }
        CUDA_CHECK(cudaEventRecord(end, stream));
        CUDA_CHECK(cudaStreamSynchronize(stream));
        float milliseconds = 0;
        CUDA_CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
        if (me == 0) std::printf("%9zu bytes  %9.1f us\n", bytes, 1e3 * milliseconds / options.iterations);
        nvshmem_barrier_all();
        wrong += check(result, count);
    }
    const int status = passed("ring-reduce", wrong);
    nvshmem_free(signals);
    nvshmem_free(result);
    nvshmem_free(source);
    nvshmem_finalize();
    return status;
}
