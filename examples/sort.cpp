// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Sorts a file of real numbers, one a line, larger than one PE would like to sort. Each PE reads its share,
// sorts it, and offers samples; the samples of all give the borders between the PEs; then each PE puts what
// belongs to another straight into place.
//     nvshmrun -n 4 sort [INPUT OUTPUT]          An INPUT that is not there is made, of random numbers.
#include <nvshmem.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr size_t kSamples = 64;  // a PE

void make_input(const std::string& file) {
    std::ofstream out(file);
    std::mt19937_64 random(42);
    std::lognormal_distribution<double> skewed(0, 2);
    for (int i = 0; i < 100000; ++i) out << skewed(random) << '\n';
}

/// Lines me, me + pes, me + 2 pes ... of the file.
std::vector<double> read_share(const std::string& file, int me, int pes) {
    std::ifstream in(file);
    std::vector<double> share;
    double value;
    for (int line = 0; in >> value; ++line)
        if (line % pes == me) share.push_back(value);
    return share;
}

/// pes - 1 values that cut the numbers of all PEs into parts of about the same size. Every PE gets the same
/// ones.
std::vector<double> agree_on_borders(const std::vector<double>& sorted, int pes) {
    auto* mine = static_cast<double*>(nvshmem_malloc(kSamples * sizeof(double)));
    auto* all = static_cast<double*>(nvshmem_malloc(kSamples * static_cast<size_t>(pes) * sizeof(double)));
    for (size_t i = 0; i < kSamples; ++i) mine[i] = sorted.empty() ? 0 : sorted[i * sorted.size() / kSamples];
    nvshmem_double_fcollect(NVSHMEM_TEAM_WORLD, all, mine, kSamples);
    std::sort(all, all + kSamples * static_cast<size_t>(pes));
    std::vector<double> borders;
    for (int pe = 1; pe < pes; ++pe) borders.push_back(all[kSamples * static_cast<size_t>(pe)]);
    nvshmem_free(all);
    nvshmem_free(mine);
    return borders;
}

/// Sends every number to the PE between whose borders it falls; returns this PE's, sorted.
std::vector<double> redistribute(const std::vector<double>& sorted, const std::vector<double>& borders,
                                 int pes) {
    const auto n = static_cast<size_t>(pes);
    std::vector<size_t> begin(n + 1, 0);
    for (size_t pe = 1; pe < n; ++pe)
        begin[pe] = static_cast<size_t>(std::lower_bound(sorted.begin(), sorted.end(), borders[pe - 1]) -
                                        sorted.begin());
    begin[n] = sorted.size();

    // counts[i]: how many numbers PE i has for me.
    auto* sends = static_cast<size_t*>(nvshmem_malloc(n * sizeof(size_t)));
    auto* counts = static_cast<size_t*>(nvshmem_malloc(n * sizeof(size_t)));
    auto* places = static_cast<size_t*>(nvshmem_malloc(n * sizeof(size_t)));
    auto* offsets = static_cast<size_t*>(nvshmem_malloc(n * sizeof(size_t)));
    auto* most = static_cast<size_t*>(nvshmem_malloc(sizeof(size_t)));
    for (size_t pe = 0; pe < n; ++pe) sends[pe] = begin[pe + 1] - begin[pe];
    nvshmem_size_alltoall(NVSHMEM_TEAM_WORLD, counts, sends, 1);
    std::exclusive_scan(counts, counts + n, offsets, size_t{0});
    nvshmem_size_alltoall(NVSHMEM_TEAM_WORLD, places, offsets, 1);  // where my numbers go at each PE
    size_t received = std::accumulate(counts, counts + n, size_t{0});
    *sends = received;
    nvshmem_size_max_reduce(NVSHMEM_TEAM_WORLD, most, sends, 1);  // a symmetric block has one size everywhere

    auto* mine = static_cast<double*>(nvshmem_malloc((*most + 1) * sizeof(double)));
    for (size_t pe = 0; pe < n; ++pe)
        nvshmem_double_put_nbi(mine + places[pe], sorted.data() + begin[pe], begin[pe + 1] - begin[pe],
                               static_cast<int>(pe));
    nvshmem_barrier_all();
    std::vector<double> result(mine, mine + received);
    for (void* block : {static_cast<void*>(mine), static_cast<void*>(most), static_cast<void*>(offsets),
                        static_cast<void*>(places), static_cast<void*>(counts), static_cast<void*>(sends)})
        nvshmem_free(block);
    std::sort(result.begin(), result.end());
    return result;
}

/// The PEs append their parts one after the other.
void write_in_turn(const std::string& file, const std::vector<double>& part, int me, int pes) {
    for (int turn = 0; turn < pes; ++turn) {
        if (turn == me) {
            std::ofstream out(file, me == 0 ? std::ios::trunc : std::ios::app);
            out.precision(17);
            for (double value : part) out << value << '\n';
        }
        nvshmem_barrier_all();
    }
}

int check(const std::string& input, const std::string& output) {
    std::vector<double> expected = read_share(input, 0, 1), got = read_share(output, 0, 1);
    std::sort(expected.begin(), expected.end());
    std::printf("%zu numbers sorted by %d PEs into %s: %s\n", got.size(), nvshmem_n_pes(), output.c_str(),
                expected == got ? "same as std::sort" : "WRONG");
    return expected == got ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string input = argc > 2 ? argv[1] : "numbers.txt",
                      output = argc > 2 ? argv[2] : "numbers.sorted.txt";
    nvshmem_init();
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    if (me == 0 && !std::ifstream(input)) make_input(input);
    nvshmem_barrier_all();

    std::vector<double> share = read_share(input, me, pes);
    std::sort(share.begin(), share.end());
    const std::vector<double> mine = redistribute(share, agree_on_borders(share, pes), pes);
    write_in_turn(output, mine, me, pes);

    const int status = me == 0 ? check(input, output) : 0;
    nvshmem_barrier_all();
    nvshmem_finalize();
    return status;
}
