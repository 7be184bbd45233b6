// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The transfers that are measured: sizes, and places of source and destination within a page. On many
// processors a copy's speed depends on how the two lie to each other: rep movsb falls to a twentieth on Zen 3
// where the destination is a few bytes above the source.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "measure.h"

namespace compare {

inline constexpr size_t kLargest = size_t{16} << 20;
inline constexpr size_t kArenaBytes = kLargest + 8192;

struct OffsetPair {
    size_t source, dest;  ///< bytes from the beginning of a page
};

inline const std::vector<OffsetPair> kSamePageOffset = {{0, 0}};
inline const std::vector<OffsetPair> kOffsetPairs = {
    {0, 0},  {0, 1},  {0, 8},   {0, 16},   {0, 32},   {0, 48},   {0, 63},   {0, 64},
    {0, 65}, {0, 80}, {0, 128}, {0, 1000}, {0, 2048}, {0, 2064}, {0, 4080}, {16, 0},
};

inline const std::vector<size_t> kBandwidthSizes = {8,       32,      128,     512,     2048,    8192,
                                                    1 << 15, 1 << 17, 1 << 19, 1 << 21, 1 << 23, kLargest};
inline const std::vector<size_t> kOffsetSizes = {64, 1024, 4096, 16384, 1 << 16, 1 << 20, kLargest};

/// Many small transfers end with one quiet; large ones move about 64 MiB between two looks at the clock.
inline long window(size_t bytes) {
    constexpr size_t most = 64, total = size_t{64} << 20;
    return static_cast<long>(std::clamp(total / bytes, size_t{1}, most));
}

template <class Library>
void measure_transfers(Library& library, const std::vector<size_t>& sizes,
                       const std::vector<OffsetPair>& pairs, const char* prefix = "") {
    const auto quiet = [&] { library.quiet(); };
    for (const OffsetPair& pair : pairs) {
        const std::string suffix = " " + std::to_string(pair.source) + ">" + std::to_string(pair.dest);
        char *here = library.source, *there = library.dest;
        for (size_t bytes : sizes) {
            const auto put = [&](long) { library.put(there + pair.dest, here + pair.source, bytes); };
            const auto get = [&](long) { library.get(here + pair.dest, there + pair.source, bytes); };
            const double each_put = seconds_each(window(bytes), put, quiet);
            print((prefix + ("put" + suffix)).c_str(), bytes, static_cast<double>(bytes) / each_put * 1e-9,
                  "GB/s");
            const double each_get = seconds_each(window(bytes), get, quiet);
            print((prefix + ("get" + suffix)).c_str(), bytes, static_cast<double>(bytes) / each_get * 1e-9,
                  "GB/s");
        }
    }
}

}  // namespace compare
