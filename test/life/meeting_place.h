// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// How the cases of this folder start the library: as nvshmem_init does, or by unique id when the script that
// runs them says so (OMNISHMEM_LIFE_RANK, _SIZE and _FOLDER).
#pragma once

#include <nvshmem.h>
#include <nvshmemx.h>

#include <string>

namespace omni::test {

/// Rank and size that the script gave; -1 without one.
int given_rank();
int given_size();
bool by_unique_id();

/// One id for all who name the same `topic`: the one of `maker` makes it, the others wait for its file.
nvshmemx_uniqueid_t shared_id(const std::string& topic, bool maker);

int start_by_id(const nvshmemx_uniqueid_t& id, int rank, int size);

/// Starts the library the way that the script asks for. `topic`: another one for each life.
int start(const std::string& topic);

}  // namespace omni::test
