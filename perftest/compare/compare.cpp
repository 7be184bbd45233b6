// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the comparison measures, for the library whose adapter is named by COMPARE_WITH. PE 0 works on PE 1
// (one-sided), PEs 0 and 1 bounce messages, or all PEs make the same collective calls.
//
// Usage: compare small|bandwidth|offsets|collectives|start
#include COMPARE_WITH

#include <string>

#include "measure.h"
#include "workload.h"

namespace compare {
namespace {

constexpr long kBatch = 100;

// PE 0 measures while the others wait.
template <class Measure>
void one_sided(Library& library, Measure measure) {
    library.barrier();
    if (library.me() == 0) measure();
    library.barrier();
}

template <class Operation>
void latency(Library& library, const char* metric, size_t bytes, Operation operation) {
    one_sided(library, [&] {
        const double each = seconds_each(kBatch, operation, [&] { library.quiet(); });
        print(metric, bytes, each * 1e9, "ns");
    });
}

template <class Operation>
void rate(Library& library, const char* metric, Operation operation) {
    one_sided(library, [&] {
        const double each = seconds_each(kBatch, operation, [&] { library.quiet(); });
        print(metric, 8, 1e-6 / each, "Mop/s");
    });
}

void ping_pong(Library& library, size_t bytes) {
    const auto bounce = [&] {
        if (library.me() == 0) library.send(bytes, 1), library.receive();
        if (library.me() == 1) library.receive(), library.send(bytes, 0);
    };
    const double each = seconds_together(bounce, [&](long count) { return library.agree(count); });
    if (library.me() == 0) print("ping-pong", bytes, each / 2 * 1e9, "ns");
}

void small(Library& library) {
    char *source = library.source, *dest = library.dest;
    latency(library, "put+quiet", 8, [&](long) { library.put(dest, source, 8), library.quiet(); });
    latency(library, "get", 8, [&](long) { library.get_and_wait(source, dest, 8); });
    latency(library, "fetch-add", 8, [&](long) { library.fetch_add(); });
    latency(library, "compare-swap", 8, [&](long) { library.compare_swap(); });
    rate(library, "put rate", [&](long i) { library.put(dest + 8 * i, source + 8 * i, 8); });
    rate(library, "add rate", [&](long) { library.add(); });
    ping_pong(library, 8);
    ping_pong(library, 4096);
}

void bandwidth(Library& library) {
    one_sided(library, [&] { measure_transfers(library, kBandwidthSizes, kSamePageOffset); });
}

void offsets(Library& library) {
    one_sided(library, [&] { measure_transfers(library, kOffsetSizes, kOffsetPairs); });
}

void collectives(Library& library) {
    const auto measure = [&](const char* metric, size_t bytes, auto operation) {
        const double each = seconds_together(operation, [&](long count) { return library.agree(count); });
        if (library.me() == 0) print(metric, bytes, each * 1e6, "us");
    };
    measure("barrier", 0, [&] { library.barrier(); });
    for (size_t bytes : {size_t{8}, size_t{4096}, size_t{1} << 20}) {
        measure("broadcast", bytes, [&] { library.broadcast(bytes); });
        measure("fcollect", bytes, [&] { library.fcollect(bytes); });
        measure("alltoall", bytes, [&] { library.alltoall(bytes); });
        measure("sum-reduce", bytes, [&] { library.sum_reduce(bytes); });
    }
}

}  // namespace
}  // namespace compare

int main(int argc, char** argv) {
    using namespace compare;
    const std::string group = argc > 1 ? argv[1] : "";
    if (group == "start") return start_and_end(), 0;
    Library library(kArenaBytes);
    if (group == "small") return small(library), 0;
    if (group == "bandwidth") return bandwidth(library), 0;
    if (group == "offsets") return offsets(library), 0;
    if (group == "collectives") return collectives(library), 0;
    std::fprintf(stderr, "usage: compare small|bandwidth|offsets|collectives|start\n");
    return 2;
}
