// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the cases of this folder share. Each case is one process a PE: life_test.py and uid_test.py run each
// alone, as one PE, by launcher and by unique id, and look at exit status and output.
#pragma once

#include <gtest/gtest.h>
#include <nvshmem.h>
#include <nvshmemx.h>

#include <ostream>
#include <string>

namespace omni::test {

// ---- How cases start the library: as nvshmem_init does, or by unique id when the script says so
// (OMNISHMEM_LIFE_RANK, _SIZE and _FOLDER)

/// Rank and size that the script gave; -1 without one.
int given_rank();
int given_size();
bool by_unique_id();

/// One id for all who name the same `topic`: the one of `maker` makes it, the others wait for its file. With
/// a session each makes its own.
nvshmemx_uniqueid_t shared_id(const std::string& topic, bool maker);

int start_by_id(const nvshmemx_uniqueid_t& id, int rank, int size);

/// Starts the library the way that the script asks for. `topic`: another one for each life.
int start(const std::string& topic);

/// Leaves an empty file of this name for the script.
void announce(const std::string& name);

// ---- What they look at

/// Everybody writes to the right neighbour and sees the left one's word.
void exchange_with_neighbours(long salt);

/// Of the last error of this thread; 0 and "" without one.
int last_code();
std::string last_text();

/// What a process holds.
struct Footprint {
    size_t threads, descriptors, mappings;  ///< of mappings those of memory files

    static Footprint now();
    bool operator==(const Footprint&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Footprint& footprint);

/// Memory of the process that is there, in KiB, and its mappings of any kind.
size_t resident_kib();
size_t all_mappings();

}  // namespace omni::test
