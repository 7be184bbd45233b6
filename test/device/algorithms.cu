// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The tests of transfers and collectives once more, with the algorithms whose threads share the work.
#define NVSHMEM_DEVICE_ALGORITHMS
#include <nvshmem.h>
#include <nvshmemx.h>

nvshmemi_device_state nvshmemi_device_state_d;

#include "collectives.cu"
#include "ops.cu"

namespace {

/// Before any kernel of this program.
struct Fill : testing::Environment {
    void SetUp() override { ASSERT_EQ(nvshmemid_device_state(&nvshmemi_device_state_d), 0); }
};
const testing::Environment* fill = testing::AddGlobalTestEnvironment(new Fill);

}  // namespace
