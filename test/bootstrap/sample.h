// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Made-up members of a meeting.
#pragma once

#include <cstdio>
#include <random>
#include <string>

#include "bootstrap/message.h"

namespace omni::bootstrap {

inline constexpr Key sample_secret = {0x1111, 0x2222};

inline Node sample_node(const char* name, uint64_t machine = 1) {
    Node node;
    node.machine = machine;
    node.network_space = 1;
    std::snprintf(node.name, sizeof node.name, "%s", name);
    return node;
}

/// Process 100 + rank on node a.
inline Entry sample_entry(int rank, int size) {
    Entry entry{};
    entry.rank = rank;
    entry.size = size;
    entry.process = 100 + rank;
    entry.limit_ms = 60'000;
    entry.member = {static_cast<uint64_t>(rank), 77};
    entry.node = sample_node("a");
    entry.segment_descriptor = rank == 0 ? 9 : -1;
    entry.segment_secret = {5, 6};
    return entry;
}

inline std::string random_bytes(std::mt19937_64& random, size_t most) {
    std::string bytes(random() % (most + 1), '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    return bytes;
}

}  // namespace omni::bootstrap
