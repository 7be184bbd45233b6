// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// How the comparison measures: the same loops for every library. A line of output is one figure of this run,
//     metric <tab> bytes <tab> value <tab> unit
// written by PE 0. The caller runs the program several times, in turn with the other libraries, and takes
// medians.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace compare {

inline double now() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// Seconds for one figure; the loops stop at the first batch end after it, however slow the library.
inline double budget() {
    static const double seconds = std::getenv("BUDGET") ? std::atof(std::getenv("BUDGET")) : 0.02;
    return seconds;
}

inline void print(const char* metric, size_t bytes, double value, const char* unit) {
    std::printf("%s\t%zu\t%.6g\t%s\n", metric, bytes, value, unit);
    std::fflush(stdout);
}

/// Seconds an operation, of batches of `batch` operations; `end()` completes a batch. One batch warms up.
template <class Operation, class End>
double seconds_each(long batch, Operation operation, End end) {
    const auto run = [&] {
        for (long i = 0; i < batch; ++i) operation(i);
        end();
    };
    run();
    long done = 0;
    const double start = now();
    double spent = 0;
    for (; spent < budget(); spent = now() - start) {
        run();
        done += batch;
    }
    return spent / static_cast<double>(done);
}

/// The same for an operation of all PEs. `agree(n)` gives everybody PE 0's n, and synchronises.
template <class Operation, class Agree>
double seconds_together(Operation operation, Agree agree) {
    long count = 2;
    double each = 0;
    for (const double share : {0.05, 0.2, 1.0}) {
        const double start = now();
        for (long i = 0; i < count; ++i) operation();
        each = (now() - start) / static_cast<double>(count);
        count = agree(std::clamp(static_cast<long>(share * budget() / each), 2L, 200000L));
    }
    const double start = now();
    for (long i = 0; i < count; ++i) operation();
    each = (now() - start) / static_cast<double>(count);
    agree(count);
    return each;
}

}  // namespace compare
