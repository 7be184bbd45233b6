// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
#include "table.h"

#include <nvshmem.h>

#include <cstdio>
#include <cstdlib>

namespace perftest {
namespace {

bool machine_readable() {
    const char* value = std::getenv("NVSHMEM_MACHINE_READABLE_OUTPUT");
    return value && std::atoi(value) != 0;
}

void machine_row(const std::string& job, const std::string& sub_name, size_t size, const Quantity& quantity,
                 double value) {
    std::printf("&&&& PERF %s___%s___size__%zu___%s %lf %c%s\n", job.c_str(), sub_name.c_str(), size,
                quantity.name, value, quantity.better, quantity.unit);
}

/// A row is for PE 0 alone, and only where there is something to tell.
bool shown(size_t size, double value) { return nvshmem_my_pe() == 0 && size != 0 && value != 0; }

/// Of a collective on n PEs: the share of the data that has to cross a link.
double bus_factor(const std::string& job, int n) {
    const auto is = [&](const char* word) { return job.find(word) != std::string::npos; };
    if (is("reducescatter") || is("alltoall") || is("fcollect")) return static_cast<double>(n - 1) / n;
    if (is("reduction")) return 2.0 * (n - 1) / n;
    return is("bcast") || is("broadcast") ? 1.0 : -1.0;
}

}  // namespace

void BasicTable::row(size_t size, const char* scope, double value) {
    if (!shown(size, value)) return;
    const std::string title = std::string(quantity_.name) + " (" + quantity_.unit + ")";
    if (!begun_ && machine_readable()) std::printf("%s\n", job_.c_str());
    if (!begun_ && !machine_readable())
        std::printf("#%10s\n%-10s  %-8s  %-16s\n", job_.c_str(), "size(B)", "scope", title.c_str());
    begun_ = true;
    if (machine_readable())
        machine_row(job_, scope, size, quantity_, value);
    else
        std::printf("%-10lu  %-8s  %-16.6lf\n", static_cast<unsigned long>(size), scope, value);
    std::fflush(stdout);
}

CollectiveTable::CollectiveTable(std::string job, int pes, bool has_operation, bool single_calls)
    : job_(std::move(job)),
      factor_(bus_factor(job_, pes)),
      has_operation_(has_operation),
      single_calls_(single_calls) {}

void CollectiveTable::header() {
    if (factor_ < 0) std::printf("no bus bandwidth factor for %s: 1 is shown\n", job_.c_str());
    if (machine_readable()) {
        std::printf("%s\n", job_.c_str());
        return;
    }
    std::printf("#%10s\n%-10s  %-8s  %-8s", job_.c_str(), "size(B)", "count", "type");
    if (has_operation_) std::printf("  %-8s", "redop");
    if (!single_calls_) std::printf("  %-8s", "scope");
    std::printf("  %-16s", "latency(us)");
    if (single_calls_) std::printf("  %-16s  %-16s", "min_lat(us)", "max_lat(us)");
    std::printf("  %-12s  %-12s\n", "algbw(GB/s)", "busbw(GB/s)");
}

void CollectiveTable::row(size_t size, const Element& element, const char* operation, const char* scope,
                          Times times) {
    if (!shown(size, times.mean)) return;
    if (!begun_) header();
    begun_ = true;
    std::string sub_name = element.name;
    if (has_operation_) sub_name += std::string("-") + operation;
    if (!single_calls_) sub_name += std::string("-") + scope;
    if (machine_readable()) {
        machine_row(job_, sub_name, size, latency_us, times.mean);
    } else {
        const double algorithm = factor_ < 0 ? 1 : static_cast<double>(size) / times.mean * 1e-3;
        const double bus = factor_ < 0 ? 1 : algorithm * factor_;
        std::printf("%-10lu  %-8lu  %-8s", static_cast<unsigned long>(size),
                    static_cast<unsigned long>(size / element.bytes), element.name.c_str());
        if (has_operation_) std::printf("  %-8s", operation);
        if (!single_calls_) std::printf("  %-8s", scope);
        std::printf("  %-16.6lf", times.mean);
        if (single_calls_) std::printf("  %-16.3lf  %-16.3lf", times.least, times.most);
        std::printf("  %-12.3lf  %-12.3lf\n", algorithm, bus);
    }
    std::fflush(stdout);
}

}  // namespace perftest
