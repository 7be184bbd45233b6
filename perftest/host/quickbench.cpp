// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// omni-quickbench: what the common operations cost on this machine, in a few seconds.
//
// PE 0 measures against PE 1 (against itself when it is alone); signals bounce between the two, barriers
// include all. Each figure is the median of 5 samples. Latency is one operation and its completion (put +
// quiet, get); bandwidth is a batch of nonblocking operations and one quiet.
#include <nvshmem.h>
#include <nvshmemx.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <thread>

namespace {

constexpr size_t largest = size_t{4} << 20;
constexpr std::array<size_t, 8> sizes = {8, 64, 512, 4096, 32768, 262144, 1 << 20, largest};
constexpr int samples = 5;

struct Options {
    double milliseconds = 40;  // for one figure, all samples together
    size_t max_size = largest;
};

// The symmetric memory of the run and who talks to whom.
struct Arena {
    char* target = static_cast<char*>(nvshmem_malloc(largest));
    char* source = static_cast<char*>(nvshmem_malloc(largest));
    uint64_t* signal = static_cast<uint64_t*>(nvshmem_calloc(1, sizeof(uint64_t)));
    int me = nvshmem_my_pe();
    int pes = nvshmem_n_pes();
    int peer = pes > 1 ? 1 - std::min(me, 1) : 0;

    // Every page exists before the clock runs.
    Arena() {
        std::memset(target, 1, largest);
        std::memset(source, 2, largest);
    }

    ~Arena() {
        nvshmem_free(signal);
        nvshmem_free(source);
        nvshmem_free(target);
    }
};

double now() {
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}

template <typename Batch>
double seconds_of(Batch&& batch, long count) {
    const double start = now();
    batch(count);
    return now() - start;
}

// Seconds per operation of `batch(count)`: the median over samples of the same count.
template <typename Batch>
double median_cost(Batch&& batch, long count) {
    std::array<double, samples> costs;
    for (double& cost : costs) cost = seconds_of(batch, count) / count;
    std::nth_element(costs.begin(), costs.begin() + samples / 2, costs.end());
    return costs[samples / 2];
}

// The same with a count that fills the time; for operations that only PE 0 takes part in.
template <typename Batch>
double local_cost(const Options& options, Batch&& batch) {
    const double wanted = options.milliseconds * 1e-3 / samples;
    long count = 1;
    for (double spent = seconds_of(batch, count); spent < wanted; spent = seconds_of(batch, count)) {
        count = spent < wanted / 16 ? count * 8 : static_cast<long>(count * wanted / spent) + 1;
    }
    return median_cost(batch, count);
}

std::string with_unit(double seconds) {
    struct Unit {
        double factor;
        const char* format;
    };
    const Unit unit = seconds < 1e-6   ? Unit{1e9, "%.1f ns"}
                      : seconds < 1e-3 ? Unit{1e6, "%.2f us"}
                                       : Unit{1e3, "%.2f ms"};
    char text[32];
    std::snprintf(text, sizeof text, unit.format, seconds * unit.factor);
    return text;
}

std::string size_name(size_t bytes) {
    if (bytes >= size_t{1} << 20) return std::to_string(bytes >> 20) + " MiB";
    return bytes >= 1024 ? std::to_string(bytes >> 10) + " KiB" : std::to_string(bytes) + " B";
}

// One operation with its completion, `count` times.
template <typename Operation>
auto completed(Operation operation) {
    return [operation](long count) {
        for (long i = 0; i < count; ++i) {
            operation();
            nvshmem_quiet();
        }
    };
}

// `count` operations with one completion.
template <typename Operation>
auto streamed(Operation operation) {
    return [operation](long count) {
        for (long i = 0; i < count; ++i) operation();
        nvshmem_quiet();
    };
}

void print_size(const Options& options, const Arena& arena, size_t bytes) {
    const auto put = [&] { nvshmem_putmem_nbi(arena.target, arena.source, bytes, arena.peer); };
    const auto get = [&] { nvshmem_getmem_nbi(arena.source, arena.target, bytes, arena.peer); };
    const double put_latency = local_cost(options, completed(put));
    const double put_stream = local_cost(options, streamed(put));
    const double get_latency = local_cost(options, completed(get));
    const double get_stream = local_cost(options, streamed(get));
    std::printf("%9s %14s %10.2f GB/s %14s %10.2f GB/s\n", size_name(bytes).c_str(),
                with_unit(put_latency).c_str(), bytes / put_stream * 1e-9, with_unit(get_latency).c_str(),
                bytes / get_stream * 1e-9);
    std::fflush(stdout);
}

void transfers(const Options& options, const Arena& arena) {
    if (arena.me == 0) {
        std::printf("%9s %14s %15s %14s %15s\n", "size", "put latency", "put bandwidth", "get latency",
                    "get bandwidth");
        for (size_t bytes : sizes) {
            if (bytes <= options.max_size) print_size(options, arena, bytes);
        }
    }
    nvshmem_barrier_all();
}

void atomics(const Options& options, const Arena& arena) {
    if (arena.me == 0) {
        const auto add = [&] { nvshmem_uint64_atomic_fetch_add(arena.signal, 0, arena.peer); };
        std::printf("%-28s %12s\n", "atomic fetch-add",
                    with_unit(local_cost(options, streamed(add))).c_str());
    }
    nvshmem_barrier_all();
}

// PEs 0 and 1 raise each other's signal in turn, one step a hop.
void signals(const Arena& arena) {
    uint64_t turn = 0;
    const auto bounce = [&](long count) {
        for (long i = 0; i < count; ++i) {
            ++turn;
            if (arena.me == 1) nvshmem_signal_wait_until(arena.signal, NVSHMEM_CMP_GE, turn);
            nvshmemx_signal_op(arena.signal, turn, NVSHMEM_SIGNAL_SET, arena.peer);
            if (arena.me == 0) nvshmem_signal_wait_until(arena.signal, NVSHMEM_CMP_GE, turn);
        }
    };
    if (arena.pes > 1 && arena.me < 2) {
        const double hop = median_cost(bounce, 2000) / 2;
        if (arena.me == 0) std::printf("%-28s %12s\n", "signal, one way", with_unit(hop).c_str());
    }
    nvshmem_barrier_all();
}

void barriers(const Arena& arena) {
    const double cost = median_cost(
        [](long count) {
            while (count-- > 0) nvshmem_barrier_all();
        },
        1000);
    const std::string name = "barrier of " + std::to_string(arena.pes) + " PEs";
    if (arena.me == 0) std::printf("%-28s %12s\n", name.c_str(), with_unit(cost).c_str());
}

// What it costs that the others wait for PE 0: processor time of the busiest of them.
void waiting(const Arena& arena) {
    if (arena.pes == 1) return;
    auto* share = static_cast<double*>(nvshmem_calloc(2, sizeof(double)));
    if (arena.me == 0) std::this_thread::sleep_for(std::chrono::seconds(1));
    const double start = now();
    const std::clock_t before = std::clock();
    nvshmem_barrier_all();
    const double spent = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    share[0] = arena.me == 0 ? 0 : 100 * spent / (now() - start);
    nvshmem_double_max_reduce(NVSHMEM_TEAM_WORLD, share + 1, share, 1);
    if (arena.me == 0) std::printf("%-28s %10.2f %%\n", "processor time of a waiter", share[1]);
    nvshmem_free(share);
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    CLI::App app("Costs of put, get, atomics, signals and barriers between PE 0 and PE 1", "omni-quickbench");
    app.add_option("--time", options.milliseconds, "milliseconds for one figure")->check(CLI::PositiveNumber);
    app.add_option("--max-size", options.max_size, "largest transfer in bytes")
        ->check(CLI::Range(size_t{8}, largest));
    CLI11_PARSE(app, argc, argv);

    nvshmem_init();
    {
        const Arena arena;
        transfers(options, arena);
        if (arena.me == 0) std::printf("\n");
        atomics(options, arena);
        signals(arena);
        barriers(arena);
        waiting(arena);
    }
    nvshmem_finalize();
    return 0;
}
