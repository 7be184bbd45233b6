// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Mixture of experts: each PE has tokens and a few experts; every token goes to the experts that it chose, is
// worked on there, and comes back. Dispatch and combine are puts with a signal from inside kernels, all in
// one stream.
//     nvshmrun -n 4 moe-shuffle [tokens a PE] [values a token]
#include <cmath>
#include <vector>

#include "check.h"

constexpr int experts_of_pe = 2, choices = 2, threads = 128;

/// Symmetric memory. A PE's tokens for one other PE lie in slots 0, 1, … of a part of that PE's
/// `arrived_rows`.
struct Shuffle {
    int tokens, width, slots;  // slots: of one sender, enough for all its choices
    float* tokens_in;          // [tokens][width]
    float* tokens_out;
    float* arrived_rows;  // [sender][slot][width]
    int* arrived_from;    // [sender][slot]: token * choices + choice
    int* arrived_expert;
    float* returned_rows;  // [token * choices + choice][width]
    uint64_t* announced;   // [sender]: how many rows it sends, plus 1
    uint64_t* arrived;     // [sender]: how many rows have come
    uint64_t* returned;    // how many rows have come back
    int* sent;             // [receiver], on this PE: how many rows go there
};

__host__ __device__ inline int expert_of(int pe, int token, int choice, int experts) {
    const unsigned mixed = (pe * 7919u + token) * 2654435761u >> 8;
    return static_cast<int>((mixed + choice * (1 + mixed / 64 % (experts - 1))) % experts);
}
__host__ __device__ inline float weight_of(int token, int choice) {
    return choice == 0 ? 0.5f + token % 4 * 0.125f : 0.5f - token % 4 * 0.125f;
}
__host__ __device__ inline float work(int expert, float value) {
    return value * (1 + expert) + 0.5f * expert;
}

/// One block a token: sends its row to each of its experts.
__global__ void dispatch(Shuffle s) {
    const int me = nvshmem_my_pe(), experts = nvshmem_n_pes() * experts_of_pe, token = blockIdx.x;
    __shared__ int slot;
    for (int choice = 0; choice < choices; ++choice) {
        const int expert = expert_of(me, token, choice, experts), pe = expert / experts_of_pe;
        if (threadIdx.x == 0) slot = atomicAdd(&s.sent[pe], 1);
        __syncthreads();
        const int place = me * s.slots + slot;
        if (threadIdx.x == 0) {
            nvshmem_int_p(&s.arrived_from[place], token * choices + choice, pe);
            nvshmem_int_p(&s.arrived_expert[place], expert, pe);
            nvshmem_fence();
        }
        __syncthreads();
        nvshmemx_float_put_signal_nbi_block(&s.arrived_rows[static_cast<size_t>(place) * s.width],
                                            &s.tokens_in[static_cast<size_t>(token) * s.width], s.width,
                                            &s.arrived[me], 1, NVSHMEM_SIGNAL_ADD, pe);
        __syncthreads();
    }
}

/// Follows dispatch: tells each PE how many rows are its.
__global__ void announce(Shuffle s) {
    const int me = nvshmem_my_pe();
    if (static_cast<int>(threadIdx.x) < nvshmem_n_pes())
        nvshmemx_signal_op(&s.announced[me], s.sent[threadIdx.x] + 1, NVSHMEM_SIGNAL_SET, threadIdx.x);
}

/// One block a sender: works on its rows in place and sends each back.
__global__ void apply_experts(Shuffle s) {
    const int sender = blockIdx.x;
    __shared__ uint64_t rows;
    if (threadIdx.x == 0) {
        nvshmem_signal_wait_until(&s.announced[sender], NVSHMEM_CMP_GT, 0);
        rows = nvshmem_signal_fetch(&s.announced[sender]) - 1;
        nvshmem_signal_wait_until(&s.arrived[sender], NVSHMEM_CMP_GE, rows);
    }
    __syncthreads();
    for (uint64_t i = 0; i < rows; ++i) {
        const size_t place = static_cast<size_t>(sender) * s.slots + i;
        float* row = &s.arrived_rows[place * s.width];
        for (int k = threadIdx.x; k < s.width; k += blockDim.x)
            row[k] = work(s.arrived_expert[place], row[k]);
        __syncthreads();
        nvshmemx_float_put_signal_nbi_block(
            &s.returned_rows[static_cast<size_t>(s.arrived_from[place]) * s.width], row, s.width, s.returned,
            1, NVSHMEM_SIGNAL_ADD, sender);
    }
}

/// One block a token: the weighted sum of what came back.
__global__ void combine(Shuffle s) {
    const int token = blockIdx.x;
    if (threadIdx.x == 0)
        nvshmem_signal_wait_until(s.returned, NVSHMEM_CMP_GE, static_cast<uint64_t>(s.tokens) * choices);
    __syncthreads();
    for (int k = threadIdx.x; k < s.width; k += blockDim.x) {
        float sum = 0;
        for (int choice = 0; choice < choices; ++choice)
            sum += weight_of(token, choice) *
                   s.returned_rows[(static_cast<size_t>(token) * choices + choice) * s.width + k];
        s.tokens_out[static_cast<size_t>(token) * s.width + k] = sum;
    }
}

template <class T>
T* symmetric(size_t count) {
    T* const memory = static_cast<T*>(nvshmem_calloc(count, sizeof(T)));
    if (!memory) nvshmem_global_exit(1);
    return memory;
}

Shuffle make_shuffle(int tokens, int width) {
    const int pes = nvshmem_n_pes(), slots = tokens * choices;
    const size_t rows = static_cast<size_t>(pes) * slots;
    Shuffle s = {tokens,
                 width,
                 slots,
                 symmetric<float>(static_cast<size_t>(tokens) * width),
                 symmetric<float>(static_cast<size_t>(tokens) * width),
                 symmetric<float>(rows * width),
                 symmetric<int>(rows),
                 symmetric<int>(rows),
                 symmetric<float>(static_cast<size_t>(slots) * width),
                 symmetric<uint64_t>(pes),
                 symmetric<uint64_t>(pes),
                 symmetric<uint64_t>(1),
                 symmetric<int>(pes)};
    return s;
}

void free_shuffle(const Shuffle& s) {
    void* const all[] = {s.sent,           s.returned,     s.arrived,      s.announced,  s.returned_rows,
                         s.arrived_expert, s.arrived_from, s.arrived_rows, s.tokens_out, s.tokens_in};
    for (void* memory : all) nvshmem_free(memory);
}

float token_value(int pe, int token, int k) { return static_cast<float>((pe * 31 + token * 17 + k) % 64); }

long check(const Shuffle& s) {
    const int me = nvshmem_my_pe(), experts = nvshmem_n_pes() * experts_of_pe;
    std::vector<float> found(static_cast<size_t>(s.tokens) * s.width);
    CUDA_CHECK(cudaMemcpy(found.data(), s.tokens_out, found.size() * sizeof(float), cudaMemcpyDefault));
    long wrong = 0;
    for (int token = 0; token < s.tokens; ++token)
        for (int k = 0; k < s.width; ++k) {
            float expected = 0;
            for (int choice = 0; choice < choices; ++choice)
                expected += weight_of(token, choice) *
                            work(expert_of(me, token, choice, experts), token_value(me, token, k));
            wrong += std::fabs(found[static_cast<size_t>(token) * s.width + k] - expected) > 1e-3f;
        }
    return wrong;
}

int main(int argc, char** argv) {
    const int tokens = argc > 1 ? std::atoi(argv[1]) : 64, width = argc > 2 ? std::atoi(argv[2]) : 512;
    nvshmem_init();
    take_device();
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    const Shuffle shuffle = make_shuffle(tokens, width);
    std::vector<float> values(static_cast<size_t>(tokens) * width);
    for (int token = 0; token < tokens; ++token)
        for (int k = 0; k < width; ++k)
            values[static_cast<size_t>(token) * width + k] = token_value(me, token, k);
    CUDA_CHECK(cudaMemcpyAsync(shuffle.tokens_in, values.data(), values.size() * sizeof(float),
                               cudaMemcpyHostToDevice, stream));
    nvshmemx_barrier_all_on_stream(stream);

    dispatch<<<tokens, threads, 0, stream>>>(shuffle);
    announce<<<1, pes, 0, stream>>>(shuffle);
    apply_experts<<<pes, threads, 0, stream>>>(shuffle);
    combine<<<tokens, threads, 0, stream>>>(shuffle);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaStreamSynchronize(stream));

    nvshmem_barrier_all();
    const int status = passed("moe-shuffle", check(shuffle));
    free_shuffle(shuffle);
    CUDA_CHECK(cudaStreamDestroy(stream));
    nvshmem_finalize();
    return status;
}
