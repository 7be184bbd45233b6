// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
#include "on_stream.h"

#include <algorithm>
#include <memory>

#include "graph.h"

namespace perftest {
namespace {

using Call = std::function<void()>;

/// All calls in one graph: the mean alone is known.
Times time_graph(Job& job, const Call& call) {
    std::unique_ptr<Graph> graph;
    const size_t calls = job.options.iterations;
    graph = std::make_unique<Graph>(job.stream, [&] {
        for (size_t i = 0; i < calls; ++i) call();
    });
    const double mean =
        job.time(true, Clock::device, {1, 1}, [&](size_t) { graph->launch(); }) / static_cast<double>(calls);
    return {mean, mean, mean};
}

/// Each call by itself; the event time of the first iterations is not counted.
Times time_calls(Job& job, const Call& call) {
    Times times{0, 0, 0};
    for (size_t i = 0; i < job.options.iterations; ++i) {
        const size_t warmup = i == 0 ? job.options.warmup : 0;
        const double spent = job.time(true, Clock::device, {1, warmup}, [&](size_t count) {
            for (size_t k = 0; k < count; ++k) call();
        });
        times.mean += spent / static_cast<double>(job.options.iterations);
        times.least = i == 0 ? spent : std::min(times.least, spent);
        times.most = std::max(times.most, spent);
    }
    return times;
}

Times time_of(Job& job, const Call& call) {
    return job.options.graph ? time_graph(job, call) : time_calls(job, call);
}

}  // namespace

void measure_queued(Job& job, const Datatype& type, const QueuedCollective& collective) {
    const size_t pes = static_cast<size_t>(job.pes), divisor = collective.divide ? pes : 1;
    const size_t most = job.options.max_size / type.bytes / divisor;
    Field field(job, most * collective.source_parts * type.bytes,
                most * collective.destination_parts * type.bytes);
    field.source.write(elements_of(type, most * collective.source_parts,
                                   [&](size_t i) { return collective.operand(job.me, i); }));
    CollectiveTable table(collective.job, job.pes, !collective.operation.empty(), true);
    for (size_t bytes : job.options.sizes()) {
        const size_t n = bytes / type.bytes / divisor;
        if (n == 0) continue;
        const Bytes expected = elements_of(type, n * collective.destination_parts,
                                           [&](size_t i) { return collective.expected(n, i); });
        field.poison_destination(expected.size());
        const Times times =
            time_of(job, [&] { collective.call(field.destination.data(), field.source.data(), n); });
        field.verify(expected);
        table.row(n * (collective.count_all ? pes : 1) * type.bytes, {type.name, type.bytes},
                  collective.operation.c_str(), "", times);
    }
}

double time_queued(Job& job, const Call& call) {
    if (job.options.graph) return time_graph(job, call).mean;
    const auto repeat = [&](size_t count) {
        for (size_t i = 0; i < count; ++i) call();
    };
    return job.time(true, Clock::device, repeat) / static_cast<double>(job.options.iterations);
}

}  // namespace perftest
