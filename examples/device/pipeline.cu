// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A pipeline as a CUDA graph. Each round of a PE: a kernel makes a block of data, an on-stream put sends it
// on with a signal, and beside that a second branch waits for the left neighbour's block and adds it up. The
// host records the graph once and launches it for every round.     nvshmrun -n 4 pipeline [rounds]
#include "check.h"

constexpr int count = 4096, threads = 256;

/// Block `round` of PE `me`; the round is in device memory, since the graph is the same for all rounds.
__global__ void produce(long* outbox, const long* round, int me) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) outbox[i] = *round * 1000 + me * 100 + i % 10;
}

__global__ void consume(long* total, const long* inbox) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) total[i] += inbox[i];
}

__global__ void next_round(long* round) { ++*round; }

struct Buffers {
    long *outbox, *inbox, *total, *round;
    uint64_t *full, *empty;  // a block is in my inbox; the right neighbour's inbox is free
};

/// Records one round: `side` is a branch that begins and ends in `stream`.
cudaGraphExec_t record(const Buffers& b, cudaStream_t stream, cudaStream_t side, int me, int left,
                       int right) {
    cudaEvent_t fork, join;
    CUDA_CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    CUDA_CHECK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
    cudaGraph_t graph;
    cudaGraphExec_t instance;
    CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CUDA_CHECK(cudaEventRecord(fork, stream));
    CUDA_CHECK(cudaStreamWaitEvent(side, fork, 0));

    produce<<<count / threads, threads, 0, stream>>>(b.outbox, b.round, me);
    nvshmemx_signal_wait_until_on_stream(b.empty, NVSHMEM_CMP_EQ, 1, stream);
    nvshmemx_signal_op_on_stream(b.empty, 0, NVSHMEM_SIGNAL_SET, me, stream);
    nvshmemx_long_put_signal_on_stream(b.inbox, b.outbox, count, b.full, 1, NVSHMEM_SIGNAL_SET, right,
                                       stream);

    nvshmemx_signal_wait_until_on_stream(b.full, NVSHMEM_CMP_EQ, 1, side);
    consume<<<count / threads, threads, 0, side>>>(b.total, b.inbox);
    nvshmemx_signal_op_on_stream(b.full, 0, NVSHMEM_SIGNAL_SET, me, side);
    nvshmemx_signal_op_on_stream(b.empty, 1, NVSHMEM_SIGNAL_SET, left, side);

    CUDA_CHECK(cudaEventRecord(join, side));
    CUDA_CHECK(cudaStreamWaitEvent(stream, join, 0));
    next_round<<<1, 1, 0, stream>>>(b.round);
    CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
    CUDA_CHECK(cudaGraphInstantiate(&instance, graph, nullptr, nullptr, 0));
    CUDA_CHECK(cudaGraphDestroy(graph));
    CUDA_CHECK(cudaEventDestroy(join));
    CUDA_CHECK(cudaEventDestroy(fork));
    return instance;
}

int main(int argc, char** argv) {
    const long rounds = argc > 1 ? std::atol(argv[1]) : 50;
    nvshmem_init();
    take_device();
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes(), left = (me + pes - 1) % pes,
              right = (me + 1) % pes;
    cudaStream_t stream, side;
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CUDA_CHECK(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking));
    Buffers b;
    b.outbox = static_cast<long*>(nvshmem_calloc(count, sizeof(long)));
    b.inbox = static_cast<long*>(nvshmem_calloc(count, sizeof(long)));
    b.total = static_cast<long*>(nvshmem_calloc(count, sizeof(long)));
    b.round = static_cast<long*>(nvshmem_calloc(1, sizeof(long)));
    b.full = static_cast<uint64_t*>(nvshmem_calloc(1, sizeof(uint64_t)));
    b.empty = static_cast<uint64_t*>(nvshmem_calloc(1, sizeof(uint64_t)));
    nvshmemx_signal_op(b.empty, 1, NVSHMEM_SIGNAL_SET, me);  // inboxes are free at first
    nvshmem_barrier_all();

    cudaGraphExec_t round = record(b, stream, side, me, left, right);
    for (long i = 0; i < rounds; ++i) CUDA_CHECK(cudaGraphLaunch(round, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));

    static long total[count];
    CUDA_CHECK(cudaMemcpy(total, b.total, sizeof total, cudaMemcpyDefault));
    long wrong = 0;
    for (int i = 0; i < count; ++i)
        wrong += total[i] != rounds * (rounds - 1) / 2 * 1000 + rounds * (left * 100 + i % 10);
    const int status = passed("pipeline", wrong);
    CUDA_CHECK(cudaGraphExecDestroy(round));
    nvshmem_free(b.empty);
    nvshmem_free(b.full);
    nvshmem_free(b.round);
    nvshmem_free(b.total);
    nvshmem_free(b.inbox);
    nvshmem_free(b.outbox);
    CUDA_CHECK(cudaStreamDestroy(side));
    CUDA_CHECK(cudaStreamDestroy(stream));
    nvshmem_finalize();
    return status;
}
