// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A histogram spread over the PEs: bin b lives on PE b % pes, and everybody adds to it by remote atomics.
//     nvshmrun -n 4 histogram [samples per PE]
#include <nvshmem.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr int kBins = 24;

/// Sum of three dice with eight sides, 0 to 21: a bell of sorts.
int draw(std::mt19937& random) { return static_cast<int>(random() % 8 + random() % 8 + random() % 8); }

void print(const std::vector<uint64_t>& bins) {
    const uint64_t most = *std::max_element(bins.begin(), bins.end());
    for (int b = 0; b < kBins; ++b) {
        const auto width = static_cast<size_t>(most ? 50 * bins[static_cast<size_t>(b)] / most : 0);
        std::printf("%3d %10lu %s\n", b, static_cast<unsigned long>(bins[static_cast<size_t>(b)]),
                    std::string(width, '#').c_str());
    }
}

}  // namespace

int main(int argc, char** argv) {
    const uint64_t samples = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 100000;
    nvshmem_init();
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    auto* bins = static_cast<uint64_t*>(nvshmem_calloc(kBins, sizeof(uint64_t)));

    std::mt19937 random(static_cast<unsigned>(me));
    for (uint64_t i = 0; i < samples; ++i) {
        const int bin = draw(random);
        nvshmem_uint64_atomic_inc(bins + bin, bin % pes);
    }
    nvshmem_barrier_all();

    int status = 0;
    if (me == 0) {
        std::vector<uint64_t> all(kBins);
        for (int b = 0; b < kBins; ++b) all[static_cast<size_t>(b)] = nvshmem_uint64_g(bins + b, b % pes);
        const uint64_t counted = std::accumulate(all.begin(), all.end(), uint64_t{0});
        print(all);
        status = counted == samples * static_cast<uint64_t>(pes) ? 0 : 1;
        std::printf("%lu samples counted by %d PEs, none lost: %s\n", static_cast<unsigned long>(counted),
                    pes, status == 0 ? "yes" : "NO");
    }
    nvshmem_barrier_all();
    nvshmem_free(bins);
    nvshmem_finalize();
    return status;
}
