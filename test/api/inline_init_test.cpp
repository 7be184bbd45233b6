// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the inline start and end functions of the header hand to the library. The library's side is replaced
// by a recorder here.
#include <gtest/gtest.h>

#include <cstring>

#include "nvshmem.h"

namespace {

struct Call {
    int count = 0;
    int requested = -1;
    unsigned flags = 0;
    nvshmemx_init_attr_t* attr = nullptr;
    nvshmemi_version_t version{};
    nvshmemx_device_lib_init_cb callback = nullptr;
    int finalizes = 0;
    int result = 0;
};
Call call;

class InlineInit : public testing::Test {
  protected:
    void SetUp() override { call = Call{}; }
};

/// An attribute object as memory that nobody initialized.
nvshmemx_init_attr_t garbage() {
    nvshmemx_init_attr_t attr;
    std::memset(&attr, 0x5a, sizeof attr);
    return attr;
}

}  // namespace

extern "C" {

int nvshmemid_hostlib_init_attr(int requested, int* provided, unsigned int flags, nvshmemx_init_attr_t* attr,
                                nvshmemi_version_t version, nvshmemx_device_lib_init_cb callback) {
    call = {call.count + 1, requested, flags, attr, version, callback, call.finalizes, call.result};
    if (provided) *provided = NVSHMEM_THREAD_MULTIPLE;
    return call.result;
}

void nvshmemid_hostlib_finalize(void* device, void* transport) {
    EXPECT_EQ(nullptr, device);
    EXPECT_EQ(nullptr, transport);
    ++call.finalizes;
}
}

TEST_F(InlineInit, InitAsksForSerializedAndStatesTheHeadersVersion) {
    nvshmem_init();
    EXPECT_EQ(1, call.count);
    EXPECT_EQ(NVSHMEM_THREAD_SERIALIZED, call.requested);
    EXPECT_EQ(0U, call.flags);
    EXPECT_EQ(nullptr, call.attr);
    EXPECT_EQ(nullptr, call.callback);
    EXPECT_EQ(NVSHMEM_VENDOR_MAJOR_VERSION, call.version.major);
    EXPECT_EQ(NVSHMEM_VENDOR_MINOR_VERSION, call.version.minor);
    EXPECT_EQ(NVSHMEM_VENDOR_PATCH_VERSION, call.version.patch);
}

TEST_F(InlineInit, InitThreadPassesTheLevelsBothWays) {
    int provided = -1;
    EXPECT_EQ(0, nvshmem_init_thread(NVSHMEM_THREAD_SINGLE, &provided));
    EXPECT_EQ(NVSHMEM_THREAD_SINGLE, call.requested);
    EXPECT_EQ(NVSHMEM_THREAD_MULTIPLE, provided);
}

TEST_F(InlineInit, FailureIsReturnedAndEndsNothing) {
    call.result = NVSHMEMX_ERROR_INTERNAL;
    int provided;
    nvshmemx_init_attr_t attr = NVSHMEMX_INIT_ATTR_INITIALIZER;
    nvshmem_init();
    EXPECT_EQ(NVSHMEMX_ERROR_INTERNAL, nvshmem_init_thread(NVSHMEM_THREAD_MULTIPLE, &provided));
    EXPECT_EQ(NVSHMEMX_ERROR_INTERNAL, nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attr));
    EXPECT_EQ(3, call.count);
}

TEST_F(InlineInit, KnownVersionsOfAttributesAreLeftAlone) {
    for (int version : {NVSHMEM_INIT_ATTR_V1_IDENTIFIER, NVSHMEM_INIT_ATTR_V2_IDENTIFIER}) {
        nvshmemx_init_attr_t attr = garbage();
        attr.version = version;
        nvshmemx_init_attr_t before = attr;
        EXPECT_EQ(0, nvshmemx_init_attr(NVSHMEMX_INIT_THREAD_PES, &attr));
        EXPECT_EQ(0, std::memcmp(&before, &attr, sizeof attr));
        EXPECT_EQ(&attr, call.attr);
        EXPECT_EQ(unsigned{NVSHMEMX_INIT_THREAD_PES}, call.flags);
    }
}

TEST_F(InlineInit, UnknownVersionsAreRepairedAndOtherFieldsKept) {
    nvshmemx_init_attr_t attr = garbage();
    nvshmemx_init_attr_t wanted = attr;
    wanted.version = 65680;
    wanted.args.version = 65664;
    wanted.args.uid_args.version = 65560;
    EXPECT_EQ(0, nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attr));
    EXPECT_EQ(0, std::memcmp(&wanted, &attr, sizeof attr));
}

TEST_F(InlineInit, AttributesMayBeMissing) {
    EXPECT_EQ(0, nvshmemx_init_attr(0, nullptr));
    EXPECT_EQ(nullptr, call.attr);
}

TEST_F(InlineInit, FinalizeIsThatOfAHostProgram) {
    nvshmem_finalize();
    EXPECT_EQ(1, call.finalizes);
}
