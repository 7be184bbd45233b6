// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Small families: regions, shared memory amounts, statistics, versions, and what needs a CUDA device.
#include <string>

#include "heap.h"

namespace {

using namespace omni::test;

// ---- Regions ----

bool is_active(uint32_t hints) {
    int active = -1;
    EXPECT_EQ(nvshmemx_region_is_active(hints, &active), 0);
    EXPECT_TRUE(active == 0 || active == 1);
    return active == 1;
}

PE_TEST(Region, IsActiveBetweenStartAndStop) {
    nvshmemx_region_handle_t handle = 0;
    EXPECT_FALSE(is_active(0));
    EXPECT_EQ(nvshmemx_region_start(&handle, nullptr), 0);
    EXPECT_NE(handle, 0u);
    EXPECT_TRUE(is_active(0));
    EXPECT_FALSE(is_active(NVSHMEMX_REGION_HINT_BATCH_RMA));
    EXPECT_EQ(nvshmemx_region_stop(handle), 0);
    EXPECT_FALSE(is_active(0));
}

PE_TEST(Region, HasItsHints) {
    nvshmemx_region_attrs_t attributes = NVSHMEMX_REGION_ATTRS_INITIALIZER;
    attributes.hints = NVSHMEMX_REGION_HINT_BATCH_RMA;
    std::memset(attributes.reserved, 0xFF, sizeof attributes.reserved);  // not looked at
    nvshmemx_region_handle_t first = 0, second = 0;
    EXPECT_EQ(nvshmemx_region_start(&first, &attributes), 0);
    EXPECT_TRUE(is_active(NVSHMEMX_REGION_HINT_BATCH_RMA));
    EXPECT_TRUE(is_active(0));
    EXPECT_FALSE(is_active(NVSHMEMX_REGION_HINT_BATCH_RMA | 2)) << "not all of the hints";
    EXPECT_EQ(nvshmemx_region_stop(first), 0);
    EXPECT_EQ(nvshmemx_region_start(&second, &attributes), 0);
    EXPECT_NE(first, second);
    EXPECT_EQ(nvshmemx_region_stop(second), 0);
}

PE_TEST(Region, DoesNotChangeWhatOperationsDo) {
    const Ring ring;
    Symmetric<int> values(10);
    nvshmemx_region_handle_t handle = 0;
    EXPECT_EQ(nvshmemx_region_start(&handle, nullptr), 0);
    const std::vector<int> source(10, ring.me);
    nvshmem_int_put_nbi(values.data(), source.data(), 10, ring.right);
    EXPECT_EQ(nvshmemx_region_stop(handle), 0);
    nvshmem_barrier_all();
    for (const int value : values) EXPECT_EQ(value, ring.left);
}

PE_TEST(Region, MisuseIsAnInvalidValueAndChangesNothing) {
    ReturnedErrors errors;
    nvshmemx_region_handle_t handle = 0, other = 77;
    nvshmemx_region_attrs_t attributes = NVSHMEMX_REGION_ATTRS_INITIALIZER;
    attributes.hints = 2;
    EXPECT_EQ(nvshmemx_region_start(&other, &attributes), NVSHMEMX_ERROR_INVALID_VALUE);
    errors.expect("nvshmemx_region_start", {"hints is 0x2"});
    EXPECT_EQ(nvshmemx_region_start(nullptr, nullptr), NVSHMEMX_ERROR_INVALID_VALUE);
    errors.expect("nvshmemx_region_start", {"handle is null"});
    EXPECT_EQ(nvshmemx_region_stop(0), NVSHMEMX_ERROR_INVALID_VALUE);
    errors.expect("nvshmemx_region_stop", {"no region is open"});
    EXPECT_FALSE(is_active(0));

    EXPECT_EQ(nvshmemx_region_start(&handle, nullptr), 0);
    EXPECT_EQ(nvshmemx_region_start(&other, nullptr), NVSHMEMX_ERROR_INVALID_VALUE);
    errors.expect("nvshmemx_region_start", {"open already"});
    EXPECT_EQ(other, 77u);
    EXPECT_EQ(nvshmemx_region_stop(handle + 1), NVSHMEMX_ERROR_INVALID_VALUE);
    errors.expect("nvshmemx_region_stop", {"but the open region has"});
    EXPECT_EQ(nvshmemx_region_is_active(0, nullptr), NVSHMEMX_ERROR_INVALID_VALUE);
    errors.expect("nvshmemx_region_is_active", {"active is null"});
    EXPECT_TRUE(is_active(0));
    EXPECT_EQ(nvshmemx_region_stop(handle), 0);
    EXPECT_EQ(nvshmemx_region_stop(handle), NVSHMEMX_ERROR_INVALID_VALUE);
}

// ---- Queries ----

PE_TEST(Query, AsksForSharedMemory) {
    EXPECT_EQ(nvshmemx_ask_smem(NVSHMEMX_SMEM_RECOMMENDED), 65536);
    EXPECT_EQ(nvshmemx_ask_smem(NVSHMEMX_SMEM_MINIMUM), 32768);
    EXPECT_EQ(nvshmemx_ask_smem(NVSHMEMX_SMEM_BARRIERS_ONLY), 1136);
    EXPECT_EQ(nvshmemx_ask_smem(static_cast<nvshmemx_smem_amount_t>(77)), 65536);
}

PE_TEST(Query, StatisticsKnowTheirSize) {
    ReturnedErrors errors;
    nvshmemx_heap_stats_t stats{};
    EXPECT_EQ(nvshmemx_heap_stats(&stats), NVSHMEMX_ERROR_INVALID_VALUE);
    errors.expect("nvshmemx_heap_stats", {"struct_size is 0", "sizeof(nvshmemx_heap_stats_t)"});
    EXPECT_EQ(nvshmemx_heap_stats(nullptr), NVSHMEMX_ERROR_INVALID_VALUE);
    errors.expect("nvshmemx_heap_stats", {"out is null"});
    EXPECT_EQ(heap_stats().struct_size, sizeof stats);
}

PE_TEST(Query, VersionsAreThoseOfTheHeaders) {
    int major = -1, minor = -1, patch = -1;
    nvshmem_info_get_version(&major, &minor);
    EXPECT_EQ(major, NVSHMEM_MAJOR_VERSION);
    EXPECT_EQ(minor, NVSHMEM_MINOR_VERSION);
    nvshmemx_vendor_get_version_info(&major, &minor, &patch);
    EXPECT_EQ(major * 10000 + minor * 100 + patch, NVSHMEM_VENDOR_VERSION);
    char name[NVSHMEM_MAX_NAME_LEN];
    nvshmem_info_get_name(name);
    EXPECT_STREQ(name, NVSHMEM_VENDOR_STRING);
    EXPECT_STREQ(nvshmemx_omnishmem_version(), OMNISHMEM_VERSION_STRING);
}

PE_TEST(Query, NullIsWhatOneDoesNotWantToKnow) {
    nvshmem_info_get_version(nullptr, nullptr);
    nvshmem_info_get_name(nullptr);
    nvshmemx_vendor_get_version_info(nullptr, nullptr, nullptr);
    nvshmem_query_thread(nullptr);
    int minor = -1;
    nvshmem_info_get_version(nullptr, &minor);
    EXPECT_EQ(minor, NVSHMEM_MINOR_VERSION);
}

// ---- What needs a device ----

PE_TEST(Device, NullIsAnInvalidValue) {
    ReturnedErrors errors;
    EXPECT_EQ(nvshmemx_cumodule_init(nullptr), NVSHMEMX_ERROR_INVALID_VALUE);
    errors.expect("nvshmemx_cumodule_init", {"module is null"});
    EXPECT_EQ(nvshmemx_culibrary_finalize(nullptr), NVSHMEMX_ERROR_INVALID_VALUE);
    errors.expect("nvshmemx_culibrary_finalize", {"library is null"});
    EXPECT_EQ(nvshmemx_collective_launch_attr(nullptr, nullptr, nullptr), NVSHMEMX_ERROR_INVALID_VALUE);
    errors.expect("nvshmemx_collective_launch_attr", {"attr is null"});
}

}  // namespace
