// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Point-to-point tests: two PEs, and the loop over message sizes.
//
//     Transfer<int> data(job);
//     BasicTable table("shmem_put_latency", latency_us);
//     data.measure(table, "Block", Flow::push, [&](size_t n, size_t iterations) {
//         put<<<1, threads, 0, job.stream>>>(data.destination(), data.source(), n, job.peer, iterations);
//     });
#pragma once

#include "field.h"
#include "table.h"

namespace perftest {

/// PE 0 puts to PE 1, PE 0 gets from PE 1, or both PEs do so.
enum class Flow { push, pull, both };

/// What a table of the quantity shows of one iteration. Where both PEs send, the rates of both are added up
/// (by both PEs).
double figure(const Quantity& quantity, bool both, size_t elements, size_t bytes, double microseconds);

template <class T>
class Transfer {
  public:
    explicit Transfer(Job& job)
        : job_(job),
          field_(job, job.options.max_size * job.options.stride, job.options.max_size * job.options.stride) {
        field_.source.write(values(job.me, job.options.max_size / sizeof(T)));
    }

    T* source() const { return static_cast<T*>(field_.source.data()); }
    T* destination() const { return static_cast<T*>(field_.destination.data()); }

    /// By both PEs: `launch(elements, iterations)` on those that send; a row a size.
    template <class Launch>
    void measure(BasicTable& table, const char* scope, Flow flow, Launch launch,
                 Clock clock = Clock::device) {
        const bool act = job_.me == 0 || flow == Flow::both;
        const bool receive = flow == Flow::both || job_.me == (flow == Flow::push ? 1 : 0);
        for (size_t bytes : job_.options.sizes()) {
            const size_t count = bytes / sizeof(T);
            if (count == 0) continue;
            const double spent = field_.run(
                act, clock, [&](size_t iterations) { launch(count, iterations); },
                receive ? values(job_.peer, count) : Bytes());
            table.row(count * sizeof(T), scope,
                      figure(table.quantity(), flow == Flow::both, count, count * sizeof(T), spent));
        }
    }

  private:
    Bytes values(int pe, size_t count) const {
        return elements<T>(count, [=](size_t i) { return moved_value<T>(pe, i); }, job_.options.stride);
    }

    Job& job_;
    Field field_;
};

}  // namespace perftest
