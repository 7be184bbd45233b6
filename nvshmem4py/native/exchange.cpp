// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "exchange.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <tuple>
#include <vector>

#include <nanobind/stl/string.h>

#include "errors.h"
#include "members.h"

namespace nvshmem_py {

namespace {

/// Rows that follow each other; of a sender's input, or of a receiver's output.
struct Piece {
    int64_t rows, start;
};

/// Which of a member's pieces belongs to a rank and an expert. Splits are ordered by the one or the other.
struct Order {
    bool by_expert;
    int ranks, experts;

    int index(int rank, int expert) const {
        return by_expert ? expert * ranks + rank : rank * experts + expert;
    }
    int size() const { return ranks * experts; }
};

/// One call, as Python gives it. Addresses of symmetric memory, lengths in rows.
struct Request {
    std::string name;
    int team;
    Order sent, received;
    int64_t align;  ///< where an expert's rows begin in the output
    uintptr_t input;
    int64_t input_rows;
    uintptr_t output;
    int64_t output_rows;
    size_t row_bytes;
    uintptr_t splits;  ///< int64: rows of each piece, and behind them their starts where `starts_given`
    bool starts_given;
    uintptr_t results;  ///< int64 [2][pieces]
};

// Numbers of peers are summed up before those have judged them: no sum of these overflows.
int64_t harmless(int64_t rows) { return std::clamp<int64_t>(rows, 0, int64_t{1} << 40); }

/// What a member found: rows it needs and rows it has room for. Wrong splits are needed = -1 - piece.
struct Verdict {
    int64_t needed, room;
    bool good() const { return needed >= 0 && needed <= room; }
};

class Exchange {
  public:
    explicit Exchange(const Request& request) : r_(request), members_(request.team) {}

    /// The first call that failed gives its status; then the others did not take place.
    int run() {
        if (const int status = read_splits()) return status;
        const std::vector<Piece> places = lay_out();
        if (const int status = agree()) return status;
        if (refusal.empty()) pull(places);
        if (const int status = library().barrier(r_.team)) return status;
        if (refusal.empty()) publish(places);
        return 0;
    }

    std::string refusal;  ///< why no member moved a row; the same on all

  private:
    int read_splits() {
        if (const int status = library().barrier(r_.team)) return status;
        const size_t width = static_cast<size_t>(r_.sent.size()) * (r_.starts_given ? 2 : 1);
        std::vector<int64_t> raw(width * members_.n);
        for (int d = 0; d < members_.n; ++d) {
            const int rank = members_.above(d);
            get(&raw[width * rank], r_.splits, width * sizeof(int64_t), rank);
        }
        library().quiet();
        for (int rank = 0; rank < members_.n; ++rank) add_sender(&raw[width * rank]);
        return failed();
    }

    void add_sender(const int64_t* splits) {
        const int pieces = r_.sent.size();
        int64_t sum = 0;
        for (int i = 0; i < pieces; ++i) {
            sent_.push_back({splits[i], r_.starts_given ? splits[pieces + i] : sum});
            sum += harmless(splits[i]);
        }
    }

    /// What `rank` sends this member for `expert`.
    const Piece& arriving(int rank, int expert) const {
        return sent_[static_cast<size_t>(rank) * r_.sent.size() + r_.sent.index(members_.me, expert)];
    }

    /// Where what arrives goes, by received order. With experts in front each expert's rows begin at a
    /// multiple of `align`, and one that gets none keeps `align` rows free.
    std::vector<Piece> lay_out() {
        std::vector<Piece> places(r_.received.size());
        const int major = r_.received.by_expert ? r_.received.experts : members_.n;
        const int minor = r_.received.by_expert ? members_.n : r_.received.experts;
        int64_t next = 0;
        for (int a = 0; a < major; ++a) {
            const int64_t first = next;
            for (int b = 0; b < minor; ++b) {
                const int rank = r_.received.by_expert ? b : a, expert = r_.received.by_expert ? a : b;
                const int64_t rows = harmless(arriving(rank, expert).rows);
                places[r_.received.index(rank, expert)] = {rows, next};
                next += rows;
                needed_ = rows ? next : needed_;
            }
            if (r_.align > 1)
                next = first + std::max<int64_t>((next - first + r_.align - 1) / r_.align, 1) * r_.align;
        }
        return places;
    }

    Verdict judge() const {
        const Piece* own = &sent_[static_cast<size_t>(members_.me) * r_.sent.size()];
        for (int i = 0; i < r_.sent.size(); ++i) {
            const auto [rows, start] = own[i];
            if (rows < 0 || start < 0 || rows > r_.input_rows || start > r_.input_rows - rows)
                return {-1 - i, r_.input_rows};
        }
        return {needed_, r_.output_rows};
    }

    /// All read all verdicts, so that all go on or all refuse. They lie where the results will.
    int agree() {
        *reinterpret_cast<Verdict*>(r_.results) = judge();
        if (const int status = library().barrier(r_.team)) return status;
        std::vector<Verdict> verdicts(members_.n);
        for (int rank = 0; rank < members_.n; ++rank) get(&verdicts[rank], r_.results, sizeof(Verdict), rank);
        library().quiet();
        // Wrong splits come first: they are why others lack room.
        const auto worst = std::min_element(verdicts.begin(), verdicts.end(), [](auto& a, auto& b) {
            return std::tuple(a.good(), a.needed >= 0) < std::tuple(b.good(), b.needed >= 0);
        });
        if (!worst->good()) refusal = explain(static_cast<int>(worst - verdicts.begin()), *worst);
        return failed();
    }

    std::string explain(int rank, const Verdict& verdict) const {
        char text[256];
        if (verdict.needed >= 0) {
            snprintf(text, sizeof text,
                     "%s: out has room for %lld rows on rank %d, but %lld are needed there; make it larger",
                     r_.name.c_str(), static_cast<long long>(verdict.room), rank,
                     static_cast<long long>(verdict.needed));
        } else {
            const int i = static_cast<int>(-1 - verdict.needed);
            const Piece& piece = sent_[static_cast<size_t>(rank) * r_.sent.size() + i];
            snprintf(text, sizeof text,
                     "%s: split %d of rank %d is %lld rows from row %lld on, but input has %lld rows there",
                     r_.name.c_str(), i, rank, static_cast<long long>(piece.rows),
                     static_cast<long long>(piece.start), static_cast<long long>(verdict.room));
        }
        return text;
    }

    void pull(const std::vector<Piece>& places) const {
        for (int d = 0; d < members_.n; ++d) {
            const int rank = members_.above(d);
            for (int expert = 0; expert < r_.sent.experts; ++expert) {
                const Piece& from = arriving(rank, expert);
                const Piece& to = places[r_.received.index(rank, expert)];
                get(row(r_.output, to.start), reinterpret_cast<uintptr_t>(row(r_.input, from.start)),
                    static_cast<size_t>(to.rows) * r_.row_bytes, rank);
            }
        }
        library().quiet();
    }

    void publish(const std::vector<Piece>& places) const {
        auto* results = reinterpret_cast<int64_t*>(r_.results);
        for (size_t i = 0; i < places.size(); ++i) {
            results[i] = places[i].rows;
            results[places.size() + i] = places[i].start;
        }
    }

    char* row(uintptr_t address, int64_t index) const {
        return reinterpret_cast<char*>(address) + static_cast<size_t>(index) * r_.row_bytes;
    }
    void get(void* dest, uintptr_t source, size_t bytes, int rank) const {
        if (bytes != 0)
            library().getmem_nbi(dest, reinterpret_cast<const void*>(source), bytes, members_.pe(rank));
    }
    static int failed() {
        const nvshmemx_error_info_t* error = library().last_error();
        return error ? error->code : 0;
    }

    const Request& r_;
    Members members_;
    std::vector<Piece> sent_;  ///< of all members, by rank
    int64_t needed_ = 0;
};

void exchange_rows(const char* name, int team, int experts, bool sent_by_expert, bool received_by_expert,
                   int64_t align, uintptr_t input, int64_t input_rows, uintptr_t output, int64_t output_rows,
                   size_t row_bytes, uintptr_t splits, bool starts_given, uintptr_t results) {
    const int ranks = library().team_n_pes(team);
    const Request request{name,
                          team,
                          {sent_by_expert, ranks, experts},
                          {received_by_expert, ranks, experts},
                          align,
                          input,
                          input_rows,
                          output,
                          output_rows,
                          row_bytes,
                          splits,
                          starts_given,
                          results};
    library().clear_error();
    Exchange exchange(request);
    int status;
    {
        nb::gil_scoped_release others;
        status = exchange.run();
    }
    check_error(name, status);
    if (!exchange.refusal.empty()) raise("NvshmemInvalid", "%s", exchange.refusal.c_str());
}

}  // namespace

void define_exchange(nb::module_& m) {
    m.def("exchange_rows", &exchange_rows, nb::arg("name"), nb::arg("team"), nb::arg("experts"),
          nb::arg("sent_by_expert"), nb::arg("received_by_expert"), nb::arg("align"), nb::arg("input"),
          nb::arg("input_rows"), nb::arg("output"), nb::arg("output_rows"), nb::arg("row_bytes"),
          nb::arg("splits"), nb::arg("starts_given"), nb::arg("results"));
}

}  // namespace nvshmem_py
