// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Tables of results: what PE 0 prints, row by row as they are measured. Scripts parse them.
//
//     #shmem_put_latency              NVSHMEM_MACHINE_READABLE_OUTPUT=1:
//     size(B)     scope     latency (us)
//     1024        Block     1.250000  &&&& PERF shmem_put_latency___Block___size__1024___latency 1.250000 -us
#pragma once

#include <cstddef>
#include <string>

namespace perftest {

/// What a table holds: `latency (us)`, `BW (GB/sec)`; `better` is + where more is better.
struct Quantity {
    const char* name;
    const char* unit;
    char better;
};
inline constexpr Quantity latency_us{"latency", "us", '-'};
inline constexpr Quantity bandwidth_gb{"BW", "GB/sec", '+'};
inline constexpr Quantity message_rate_mm{"msgrate", "MMPS", '+'};

/// Name of an element type in a table, and its size.
struct Element {
    std::string name;
    size_t bytes;
};

/// Microseconds of one call: the mean, and where single calls are timed the extremes.
struct Times {
    double mean, least, most;
};

/// Three columns: size, scope, quantity. For point-to-point tests and barriers.
class BasicTable {
  public:
    BasicTable(std::string job, Quantity quantity) : job_(std::move(job)), quantity_(quantity) {}
    void row(size_t size, const char* scope, double value);
    const Quantity& quantity() const { return quantity_; }

  private:
    std::string job_;
    Quantity quantity_;
    bool begun_ = false;
};

/// Size, count, type, operation of reductions, scope, latency and two bandwidths: the algorithm's, and that
/// of the links if they were used evenly (busbw).
class CollectiveTable {
  public:
    /// single_calls: columns of the fastest and the slowest call instead of the scope.
    CollectiveTable(std::string job, int pes, bool has_operation, bool single_calls = false);
    void row(size_t size, const Element& element, const char* operation, const char* scope, Times times);

  private:
    void header();

    std::string job_;
    double factor_;  // busbw / algbw; below 0 for a job without one
    bool has_operation_, single_calls_, begun_ = false;
};

}  // namespace perftest
