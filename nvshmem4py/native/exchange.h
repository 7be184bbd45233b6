// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The exchange of rows whose numbers only the sender knows: all_to_all_vdev and its two-dimensional forms.
// Each member has pieces for each (rank, expert); everyone reads everyone's splits, so each knows where its
// rows lie at the others and pulls them, and nothing but the splits travels beside the data.
#pragma once

#include <nanobind/nanobind.h>

namespace nvshmem_py {

void define_exchange(nanobind::module_& module);

}  // namespace nvshmem_py
