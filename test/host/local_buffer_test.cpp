// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Local buffers: registered or not, they serve as the local side; misuse is told.
#include "heap.h"
#include "shared_buffer.h"

namespace {

using namespace omni::test;

PE_TEST(LocalBuffer, AnyMemoryServesAsTheLocalSide) {
    const Ring ring;
    Symmetric<long> block(300);
    std::vector<long> registered(100, 1), plain(100, 2), half(100, 3);
    EXPECT_EQ(nvshmemx_buffer_register(registered.data(), 100 * sizeof(long)), 0);
    EXPECT_EQ(nvshmemx_buffer_register(half.data(), 50 * sizeof(long)), 0);
    nvshmem_long_put(block.data(), registered.data(), 100, ring.right);
    nvshmem_long_put_nbi(block.data() + 100, plain.data(), 100, ring.right);
    nvshmem_long_put_nbi(block.data() + 200, half.data(), 100, ring.right);
    EXPECT_EQ(nvshmemx_buffer_unregister(half.data()), 0) << "operations under way are completed first";
    std::fill(half.begin(), half.end(), 0);
    nvshmem_barrier_all();
    for (size_t i = 0; i < 300; ++i) ASSERT_EQ(block[i], static_cast<long>(i / 100 + 1));
    nvshmem_long_get(registered.data(), block.data() + 200, 100, ring.right);
    EXPECT_EQ(registered[99], 3);
    nvshmem_barrier_all();
    nvshmemx_buffer_unregister_all();
}

PE_TEST(LocalBuffer, MisuseHasItsOwnTextEachTime) {
    std::vector<char> memory(1000);
    char* buffer = memory.data();
    Symmetric<char> block(100);
    ReturnedErrors errors;
    const auto refused = [&](void* where, size_t bytes, const char* why) {
        EXPECT_EQ(nvshmemx_buffer_register(where, bytes), NVSHMEMX_ERROR_INVALID_VALUE);
        errors.expect("nvshmemx_buffer_register", {why});
    };
    EXPECT_EQ(nvshmemx_buffer_register(buffer + 100, 200), 0);
    refused(nullptr, 10, "addr is null");
    refused(buffer, 0, "length is 0");
    refused(buffer, SIZE_MAX, "over the end of memory");
    refused(buffer + 100, 200, "registered already");
    refused(buffer + 100, 100, "overlaps the registered buffer");
    refused(buffer + 250, 100, "overlaps the registered buffer");
    refused(buffer, 101, "overlaps the registered buffer");
    refused(buffer, 1000, "overlaps the registered buffer");
    refused(block.data(), 10, "touches symmetric memory");
    refused(reinterpret_cast<void*>(page), 10, "not all mapped memory");
    EXPECT_EQ(nvshmemx_buffer_register(buffer, 100), 0) << "right in front of it";
    EXPECT_EQ(nvshmemx_buffer_register(buffer + 300, 100), 0) << "right behind it";

    const auto unknown = [&](void* where) {
        EXPECT_EQ(nvshmemx_buffer_unregister(where), NVSHMEMX_ERROR_INVALID_VALUE);
        errors.expect("nvshmemx_buffer_unregister", {"where no registered buffer begins"});
    };
    unknown(nullptr);
    unknown(buffer + 101);
    EXPECT_EQ(nvshmemx_buffer_unregister(buffer + 100), 0);
    unknown(buffer + 100);
    EXPECT_EQ(nvshmemx_buffer_register(buffer + 100, 50), 0) << "free again";
    nvshmemx_buffer_unregister_all();
    unknown(buffer);
}

}  // namespace
