// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the virtual CUDA device costs: launches, threads, barriers, shuffles, and blocks that wait for each
// other. Each row is the median of several rounds, with the value that it should not pass on an idle machine.
//
// Usage: vgpu_bench [ROUNDS]
#include <cuda_runtime.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

int rounds = 9;

double now_ns() {
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// Prints what one of `per` parts of `work()` takes, in nanoseconds.
template <class Work>
void measure(const char* name, double per, double goal, Work work) {
    work();
    std::vector<double> times;
    for (int i = 0; i < rounds; ++i) {
        const double begin = now_ns();
        work();
        times.push_back((now_ns() - begin) / per);
    }
    std::sort(times.begin(), times.end());
    std::printf("%-52s %12.1f ns   goal %10.0f   (%.1f .. %.1f)\n", name, times[times.size() / 2], goal,
                times.front(), times.back());
}

__global__ void nothing() {}

__global__ void store(float* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }

__global__ void barriers(int count) {
    for (int i = 0; i < count; ++i) __syncthreads();
}

__global__ void shuffles(int* out, int count) {
    int value = threadIdx.x;
    for (int i = 0; i < count; ++i) value += __shfl_xor_sync(0xffffffff, value, 1);
    out[threadIdx.x] = value;
}

/// All blocks of all processes meet: the first thread of each spins on a word that nothing but memory
/// connects them by.
__global__ void meet(unsigned* arrived, volatile unsigned* generation, unsigned members, int count) {
    for (int i = 0; i < count; ++i) {
        __syncthreads();
        if (threadIdx.x == 0) {
            const unsigned before = *generation;
            __threadfence_system();
            if (atomicAdd_system(arrived, 1u) == members - 1) {
                *arrived = 0;
                __threadfence_system();
                *generation = before + 1;
            } else {
                while (*generation == before);
            }
        }
        __syncthreads();
    }
}

void launches() {
    constexpr int kLaunches = 2000;
    measure("launch and synchronise, 1 x 32 threads", kLaunches, 1000, [] {
        for (int i = 0; i < kLaunches; ++i) {
            nothing<<<1, 32>>>();
            cudaDeviceSynchronize();
        }
    });
    static float out[32 * 256];
    measure("launch and synchronise, 32 x 256 threads", kLaunches, 20000, [] {
        for (int i = 0; i < kLaunches; ++i) {
            store<<<32, 256>>>(out);
            cudaDeviceSynchronize();
        }
    });
}

void threads() {
    static std::vector<float> out(4096 * 256);
    measure("a thread that never waits", 4096.0 * 256, 2, [] {
        store<<<4096, 256>>>(out.data());
        cudaDeviceSynchronize();
    });
    for (int size : {32, 256, 1024}) {
        const int count = 200000 / size;
        char name[64];
        std::snprintf(name, sizeof name, "__syncthreads of %d threads, each", size);
        measure(name, 1.0 * count * size, 15, [=] {
            barriers<<<1, size>>>(count);
            cudaDeviceSynchronize();
        });
    }
    static int values[32];
    measure("__shfl_xor_sync, each lane", 32 * 5000, 40, [] {
        shuffles<<<1, 32>>>(values, 5000);
        cudaDeviceSynchronize();
    });
}

/// `processes` processes whose grids meet in shared memory.
void meetings(int processes, int blocks, double goal) {
    constexpr int kMeetings = 200;
    auto* words = static_cast<unsigned*>(
        mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    const auto work = [=] {
        meet<<<blocks, 32>>>(words, words + 64, static_cast<unsigned>(processes * blocks), kMeetings);
        cudaDeviceSynchronize();
    };
    for (int i = 1; i < processes; ++i) {
        if (fork() != 0) continue;
        for (int round = 0; round <= rounds; ++round) work();
        _exit(0);
    }
    char name[64];
    std::snprintf(name, sizeof name, "%d blocks of %d process(es) meet by spins", blocks, processes);
    measure(name, kMeetings, goal, work);
    while (wait(nullptr) > 0) {
    }
    munmap(words, 4096);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1) rounds = std::max(1, std::atoi(argv[1]));
    meetings(2, 32, 1e6);  // first, since a process with threads should not fork
    launches();
    threads();
    meetings(1, 8, 100e3);
    meetings(1, 32, 500e3);
}
