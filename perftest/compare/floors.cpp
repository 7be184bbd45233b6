// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the machine itself can do, in the measuring loops of the comparison: plain copy loops between two
// shared mappings, a cache line that goes to and fro between two processes, a locked addition.
//
// Usage: floors small|bandwidth|offsets
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
    #include <immintrin.h>
#endif

#include "workload.h"

namespace compare {
namespace {

using Copy = void (*)(char*, const char*, size_t);

void copy_libc(char* to, const char* from, size_t bytes) { std::memcpy(to, from, bytes); }

#if defined(__x86_64__)
void copy_string(char* to, const char* from, size_t bytes) {
    asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
}

[[gnu::target("avx2")]] void copy_vectors(char* to, const char* from, size_t bytes) {
    size_t i = 0;
    for (; i + 128 <= bytes; i += 128) {
        __m256i v[4];
        for (int k = 0; k < 4; ++k) v[k] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + i) + k);
        for (int k = 0; k < 4; ++k) _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + i) + k, v[k]);
    }
    std::memcpy(to + i, from + i, bytes - i);
}

[[gnu::target("avx2")]] void copy_streaming(char* to, const char* from, size_t bytes) {
    size_t i = std::min(bytes, (32 - reinterpret_cast<uintptr_t>(to) % 32) % 32);
    std::memcpy(to, from, i);
    for (; i + 128 <= bytes; i += 128) {
        __m256i v[4];
        for (int k = 0; k < 4; ++k) v[k] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + i) + k);
        for (int k = 0; k < 4; ++k) _mm256_stream_si256(reinterpret_cast<__m256i*>(to + i) + k, v[k]);
    }
    std::memcpy(to + i, from + i, bytes - i);
    _mm_sfence();
}
#endif

struct Loop {
    const char* name;
    Copy copy;
};

std::vector<Loop> loops() {
    std::vector<Loop> all = {{"memcpy", copy_libc}};
#if defined(__x86_64__)
    all.push_back({"rep movsb", copy_string});
    if (__builtin_cpu_supports("avx2")) all.push_back({"vectors", copy_vectors});
    if (__builtin_cpu_supports("avx2")) all.push_back({"streaming", copy_streaming});
#endif
    return all;
}

void* shared_memory(size_t bytes) {
    const int file = memfd_create("floors", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0) std::abort();
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) std::abort();
    close(file);
    std::memset(memory, 1, bytes);
    return memory;
}

// Two memory files as the libraries have them: one is the own heap, one the peer's.
struct Memory {
    char* source = static_cast<char*>(shared_memory(kArenaBytes));
    char* dest = static_cast<char*>(shared_memory(kArenaBytes));
    Copy copy = nullptr;

    void put(char* to, const char* from, size_t bytes) { copy(to, from, bytes); }
    void get(char* to, const char* from, size_t bytes) { copy(to, from, bytes); }
    void quiet() {}
};

void copies(const std::vector<size_t>& sizes, const std::vector<OffsetPair>& pairs) {
    Memory memory;
    for (const Loop& loop : loops()) {
        memory.copy = loop.copy;
        measure_transfers(memory, sizes, pairs, (std::string(loop.name) + " ").c_str());
    }
}

void bind_to(int cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<size_t>(cpu), &set);
    sched_setaffinity(0, sizeof set, &set);
}

// Parent and child, on two processors, set one word in turn.
double line_hop() {
    constexpr uint64_t rounds = 200000;
    auto& word = *static_cast<std::atomic<uint64_t>*>(shared_memory(4096));
    word = 0;
    const auto play = [&](uint64_t mine) {
        for (uint64_t turn = mine; turn < 2 * rounds; turn += 2) {
            while (word.load(std::memory_order_acquire) != turn) {
            }
            word.store(turn + 1, std::memory_order_release);
        }
    };
    const pid_t child = fork();
    bind_to(child == 0 ? 1 : 0);
    const double start = now();
    play(child == 0 ? 1 : 0);
    if (child == 0) _exit(0);
    waitpid(child, nullptr, 0);
    return (now() - start) / (2 * rounds);
}

void small() {
    std::atomic<uint64_t> word{0};
    print("locked add", 8, seconds_each(100, [&](long) { word.fetch_add(1); }, [] {}) * 1e9, "ns");
    if (sysconf(_SC_NPROCESSORS_ONLN) > 1) print("cache line hop", 64, line_hop() * 1e9, "ns");
}

}  // namespace
}  // namespace compare

int main(int argc, char** argv) {
    using namespace compare;
    const std::string group = argc > 1 ? argv[1] : "";
    if (group == "small") return small(), 0;
    if (group == "bandwidth") return copies(kBandwidthSizes, kSamePageOffset), 0;
    if (group == "offsets") return copies(kOffsetSizes, kOffsetPairs), 0;
    std::fprintf(stderr, "usage: floors small|bandwidth|offsets\n");
    return 2;
}
