// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Symmetric buffers: memory of the program that becomes part of the heap.
#include "heap.h"
#include "shared_buffer.h"

namespace {

using namespace omni::test;

constexpr const char* call = "nvshmemx_buffer_register_symmetric";
constexpr const char* call_at = "nvshmemx_buffer_register_symmetric_at_preferred_address";

void* enter(void* buffer, size_t bytes) { return nvshmemx_buffer_register_symmetric(buffer, bytes, 0); }
void* enter(const SharedBuffer& buffer) { return enter(buffer.data(), buffer.bytes()); }
void* enter_at(const SharedBuffer& buffer, void* where) {
    return nvshmemx_buffer_register_symmetric_at_preferred_address(buffer.data(), buffer.bytes(), where, 0);
}
int leave(void* alias, size_t bytes) { return nvshmemx_buffer_unregister_symmetric(alias, bytes); }

/// Puts to the right neighbour and looks at what has come from the left, through the buffer itself.
void exchange(long* alias, const long* buffer, size_t index, long tag) {
    const Ring ring;
    nvshmem_barrier_all();
    nvshmem_long_p(alias + index, tag + ring.me, ring.right);
    nvshmem_barrier_all();
    EXPECT_EQ(buffer[index], tag + ring.left);
    EXPECT_EQ(nvshmem_long_g(alias + index, ring.right), tag + ring.me);
    nvshmem_barrier_all();
}

// ---- What a registered buffer is ----

PE_TEST(SymmetricBuffer, IsAnAliasOfTheBuffer) {
    const SharedBuffer buffer(3 * page);
    char* alias = static_cast<char*>(enter(buffer));
    ASSERT_NE(alias, nullptr);
    alias[5] = 1;
    EXPECT_EQ(buffer.data()[5], 1);
    buffer.data()[3 * page - 1] = 2;
    EXPECT_EQ(alias[3 * page - 1], 2);
    EXPECT_EQ(leave(alias, 3 * page), 0);
    EXPECT_EQ(buffer.data()[5], 1) << "the buffer lives on";
}

PE_TEST(SymmetricBuffer, TakesAllOperations) {
    const Ring ring;
    const SharedBuffer buffer(2 * page);
    long* alias = static_cast<long*>(enter(buffer));
    ASSERT_NE(alias, nullptr);
    std::memset(alias, 0, 2 * page);
    exchange(alias, buffer.as<long>(), 0, 100);
    exchange(alias, buffer.as<long>(), 2 * page / sizeof(long) - 1, 200);

    nvshmem_long_atomic_add(alias + 1, 7, ring.right);
    uint64_t* signal = reinterpret_cast<uint64_t*>(alias + 2);
    const std::vector<long> source(100, ring.me + 1);
    nvshmem_long_put_signal(alias + 8, source.data(), 100, signal, 1, NVSHMEM_SIGNAL_ADD, ring.right);
    EXPECT_EQ(nvshmem_signal_wait_until(signal, NVSHMEM_CMP_GE, 1), 1u);
    EXPECT_EQ(buffer.as<long>()[8 + 99], ring.left + 1);
    nvshmem_barrier_all();
    EXPECT_EQ(buffer.as<long>()[1], 7);
    nvshmem_barrier_all();
    EXPECT_EQ(leave(alias, 2 * page), 0);
}

PE_TEST(SymmetricBuffer, CanBeTheLocalSideToo) {
    const Ring ring;
    const SharedBuffer buffer(page);
    long* alias = static_cast<long*>(enter(buffer));
    Symmetric<long> block(4);
    alias[0] = 40 + ring.me;
    nvshmem_long_put(block.data(), alias, 1, ring.right);
    nvshmem_barrier_all();
    EXPECT_EQ(block[0], 40 + ring.left);
    nvshmem_long_put(alias + 1, buffer.as<long>(), 1, ring.right);
    nvshmem_barrier_all();
    EXPECT_EQ(alias[1], 40 + ring.left);
    EXPECT_EQ(leave(alias, page), 0);
}

PE_TEST(SymmetricBuffer, HasAddressesOnMappedPes) {
    const Ring ring;
    const SharedBuffer buffer(page);
    long* alias = static_cast<long*>(enter(buffer));
    long* theirs = static_cast<long*>(nvshmem_ptr(alias, ring.right));
    EXPECT_EQ(nvshmem_ptr(alias, ring.me), alias);
    if (theirs) theirs[3] = 300 + ring.me;
    nvshmem_barrier_all();
    const bool left_has_mine = nvshmem_ptr(alias, ring.left) != nullptr;  // mapped both ways or not at all
    EXPECT_EQ(buffer.as<long>()[3], left_has_mine ? 300 + ring.left : poison<long>());
    nvshmem_barrier_all();
    EXPECT_EQ(leave(alias, page), 0);
    EXPECT_EQ(nvshmem_ptr(alias, ring.me), nullptr);
}

/// Each PE brings pages of another place in its file.
PE_TEST(SymmetricBuffer, MayLieAnywhereInItsFile) {
    const Ring ring;
    const SharedBuffer buffer(2 * page, static_cast<size_t>(ring.me) * page);
    long* alias = static_cast<long*>(enter(buffer));
    ASSERT_NE(alias, nullptr);
    exchange(alias, buffer.as<long>(), 1, 50);
    EXPECT_EQ(leave(alias, 2 * page), 0);
}

PE_TEST(SymmetricBuffer, MayBeAPartOfAMapping) {
    const SharedBuffer buffer(5 * page);
    long* alias = static_cast<long*>(enter(buffer.data() + 2 * page, 2 * page));
    ASSERT_NE(alias, nullptr);
    exchange(alias, reinterpret_cast<long*>(buffer.data() + 2 * page), 0, 60);
    EXPECT_EQ(buffer.as<long>()[0], poison<long>());
    EXPECT_EQ(reinterpret_cast<long*>(buffer.data() + 4 * page)[0], poison<long>());
    EXPECT_EQ(leave(alias, 2 * page), 0);
}

PE_TEST(SymmetricBuffer, SeveralLiveBesideEachOther) {
    const SharedBuffer first(page), second(4 * page), third(page);
    long* aliases[] = {static_cast<long*>(enter(first)), static_cast<long*>(enter(second)),
                       static_cast<long*>(enter(third))};
    EXPECT_EQ(leave(aliases[1], 4 * page), 0);
    exchange(aliases[0], first.as<long>(), 0, 10);
    exchange(aliases[2], third.as<long>(), 0, 20);
    EXPECT_EQ(leave(aliases[2], page), 0);
    EXPECT_EQ(leave(aliases[0], page), 0);
}

PE_TEST(SymmetricBuffer, LeavesTheHeapAsItWas) {
    const UnchangedHeap unchanged;
    for (int round = 0; round < 20; ++round) {
        const SharedBuffer buffer(page);
        void* alias = enter(buffer);
        ASSERT_NE(alias, nullptr);
        EXPECT_EQ(leave(alias, page), 0);
    }
}

PE_TEST(SymmetricBuffer, EndsWhereItEnds) {
    const Ring ring;
    const SharedBuffer buffer(page), behind(page);
    char* alias = static_cast<char*>(enter(buffer));
    void* next = enter(behind);
    {
        ReturnedErrors errors;
        nvshmem_char_p(alias + page - 1, 1, ring.right);
        EXPECT_EQ(nvshmemx_last_error(), nullptr);
        nvshmem_int_p(reinterpret_cast<int*>(alias + page - 2), 1, ring.right);
        errors.expect("nvshmem_int_p", {"dest", "beyond the end of its registered buffer"});
    }
    EXPECT_EQ(leave(next, page), 0);
    EXPECT_EQ(leave(alias, page), 0);
    ReturnedErrors errors;
    nvshmem_char_p(alias, 1, ring.right);
    errors.expect("nvshmem_char_p", {"dest", "no symmetric address"});
}

// ---- At a preferred address ----

PE_TEST(PreferredAddress, IsWhereTheBufferComesToLie) {
    const SharedBuffer buffer(2 * page);
    void* place = enter(buffer);
    EXPECT_EQ(leave(place, 2 * page), 0);
    char* wish = static_cast<char*>(place) + 16 * page;
    long* alias = static_cast<long*>(enter_at(buffer, wish));
    ASSERT_EQ(static_cast<void*>(alias), wish);
    exchange(alias, buffer.as<long>(), 3, 70);
    EXPECT_EQ(leave(alias, 2 * page), 0);
    EXPECT_EQ(enter_at(buffer, place), place);
    EXPECT_EQ(leave(place, 2 * page), 0);
}

/// In a hole of the heap; afterwards the heap has its own pages back, on all PEs.
PE_TEST(PreferredAddress, MayBeInAHoleOfTheHeap) {
    const UnchangedHeap unchanged;
    const SharedBuffer buffer(2 * page);
    long* hole = static_cast<long*>(nvshmem_align(page, 8 * page));
    hole[0] = 1234;
    nvshmem_free(hole);
    long* alias = static_cast<long*>(enter_at(buffer, hole));
    ASSERT_EQ(alias, hole);
    EXPECT_EQ(alias[0], poison<long>());
    exchange(alias, buffer.as<long>(), 5, 80);
    char* block = allocate(8 * page);
    EXPECT_TRUE(block >= reinterpret_cast<char*>(alias) + 2 * page ||
                block + 8 * page <= reinterpret_cast<char*>(alias));
    nvshmem_free(block);
    {
        ReturnedErrors errors;
        nvshmem_free(alias);
        errors.expect("nvshmem_free", {"registered buffer", "unregister"});
        EXPECT_NE(nvshmemx_release(alias), 0);
        errors.expect("nvshmemx_release", {"registered buffer"});
    }
    EXPECT_EQ(leave(alias, 2 * page), 0);
    long* again = static_cast<long*>(nvshmem_align(page, 8 * page));
    ASSERT_EQ(again, hole);
    EXPECT_EQ(again[0], 1234) << "not the page that was there";
    exchange(again, again, 9, 90);
    nvshmem_free(again);
}

PE_TEST(PreferredAddress, ThatIsTakenOrNoneGivesNull) {
    const UnchangedHeap unchanged;
    const SharedBuffer buffer(2 * page), other(2 * page);
    char* block = static_cast<char*>(nvshmem_align(page, 4 * page));
    char* taken = static_cast<char*>(enter(other));
    {
        ReturnedErrors errors;
        int on_stack = 0;
        const auto refused = [&](void* where, const char* why) {
            EXPECT_EQ(enter_at(buffer, where), nullptr);
            errors.expect(call_at, {"preferred_addr", why});
        };
        refused(taken, "not free");
        refused(taken + page, "not free");
        refused(taken - page, "inside this PE's symmetric memory");
        refused(block, "not free");
        refused(block + 2 * page, "not free");
        refused(&on_stack, "inside this PE's symmetric memory");
        refused(nullptr, "inside this PE's symmetric memory");
        refused(taken + 8 * page + 8, "whole pages");
        refused(taken + heap_stats().capacity * 64, "inside this PE's symmetric memory");
    }
    EXPECT_EQ(leave(taken, 2 * page), 0);
    nvshmem_free(block);
}

PE_TEST(PreferredAddress, MustBeTheSameOnAllPes) {
    const Ring ring;
    if (ring.pes == 1) return;
    const SharedBuffer buffer(page);
    char* place = static_cast<char*>(enter(buffer));
    EXPECT_EQ(leave(place, page), 0);
    ReturnedErrors errors;
    EXPECT_EQ(enter_at(buffer, place + (ring.me == 0 ? 0 : page)), nullptr);
    errors.expect(call_at, {"PE", "asked for", "bytes at heap+0x"}, NVSHMEMX_ERROR_SYMMETRY);
}

// ---- What is refused, on all PEs alike ----

PE_TEST(SymmetricBuffer, OfOtherMemoryOnOnePeIsRefusedOnAll) {
    const Ring ring;
    const UnchangedHeap unchanged;
    const SharedBuffer buffer(2 * page);
    void* memory = ::mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const std::string who = ring.pes > 1 ? "PE " + std::to_string(ring.pes - 1) + ": " : "";
    nvshmemx_clear_error();
    EXPECT_EQ(ring.me == ring.pes - 1 ? enter(memory, 2 * page) : enter(buffer), nullptr);
    const nvshmemx_error_info_t* error = nvshmemx_last_error();
    ASSERT_NE(error, nullptr) << "also in mode exit it is an answer, not the end";
    EXPECT_EQ(error->code, NVSHMEMX_ERROR_NOT_SUPPORTED);
    for (const char* part : {who.c_str(), "private memory", "memfd_create", "MAP_SHARED", "nvshmem_malloc"})
        EXPECT_NE(std::strstr(error->text, part), nullptr) << part << " is missing in: " << error->text;
    nvshmemx_clear_error();
    ::munmap(memory, 2 * page);
}

PE_TEST(SymmetricBuffer, MisuseHasItsOwnTextEachTime) {
    const SharedBuffer buffer(4 * page), other(page);
    Symmetric<char> block(2 * page);
    void* alias = enter(buffer);
    {
        ReturnedErrors errors;
        const auto refused = [&](void* where, size_t bytes, const char* why) {
            EXPECT_EQ(enter(where, bytes), nullptr);
            errors.expect(call, {why});
        };
        refused(nullptr, page, "buf_ptr is null");
        refused(other.data(), 0, "size is 0");
        refused(other.data() + 64, page, "64 bytes inside its page");
        refused(other.data(), page - 1, "whole pages");
        refused(other.data(), ~(page - 1), "over the end of memory");
        refused(buffer.data(), 4 * page, "registered already");
        refused(buffer.data() + page, page, "registered already");
        refused(alias, 4 * page, "touches symmetric memory");
        refused(reinterpret_cast<char*>(reinterpret_cast<uintptr_t>(block.data()) / page * page), page,
                "touches symmetric memory");
        EXPECT_EQ(nvshmemx_buffer_register_symmetric(other.data(), page, 3), nullptr);
        errors.expect(call, {"flags is 0x3"});

        EXPECT_EQ(leave(nullptr, page), NVSHMEMX_ERROR_INVALID_VALUE);
        errors.expect("nvshmemx_buffer_unregister_symmetric", {"mmap_ptr", "no registered symmetric buffer"});
        EXPECT_EQ(leave(buffer.data(), 4 * page), NVSHMEMX_ERROR_INVALID_VALUE);
        errors.expect("nvshmemx_buffer_unregister_symmetric", {"no registered symmetric buffer"});
        EXPECT_EQ(leave(alias, page), NVSHMEMX_ERROR_INVALID_VALUE);
        errors.expect("nvshmemx_buffer_unregister_symmetric", {"size is", "registered with"});
    }
    EXPECT_EQ(leave(alias, 4 * page), 0);
    ReturnedErrors errors;
    EXPECT_EQ(leave(alias, 4 * page), NVSHMEMX_ERROR_INVALID_VALUE);
    errors.expect("nvshmemx_buffer_unregister_symmetric", {"no registered symmetric buffer", "once"});
}

PE_TEST(SymmetricBuffer, MoreThanItsMappingIsRefused) {
    const SharedBuffer buffer(2 * page);
    ReturnedErrors errors;
    EXPECT_EQ(enter(buffer.data(), 1024 * page), nullptr);
    errors.expect(call, {"buf_ptr", "only the first"});
}

PE_TEST(SymmetricBuffer, OtherSizesFailAlikeWithTheTable) {
    const Ring ring;
    if (ring.pes == 1) return;
    const SharedBuffer buffer(2 * page);
    ReturnedErrors errors;
    EXPECT_EQ(enter(buffer.data(), ring.me == 0 ? page : 2 * page), nullptr);
    errors.expect(call, {"PE", "asked for", std::to_string(page).c_str()}, NVSHMEMX_ERROR_SYMMETRY);
    EXPECT_EQ(ring.me == 0 ? enter(buffer) : nvshmem_malloc(2 * page), nullptr);
    errors.expect(ring.me == 0 ? call : "nvshmem_malloc", {call, "nvshmem_malloc"}, NVSHMEMX_ERROR_SYMMETRY);
    void* alias = enter(buffer);
    EXPECT_NE(alias, nullptr);
    EXPECT_EQ(leave(alias, 2 * page), 0);
}

/// The file that the library cannot find any more: refused, unless the kernel shows it to the administrator.
PE_TEST(SymmetricBuffer, OfAClosedFileWorksOrIsRefusedOnAll) {
    SharedBuffer buffer(page);
    buffer.close_file();
    nvshmemx_clear_error();
    void* alias = enter(buffer);
    EXPECT_TRUE(same_everywhere(alias != nullptr));
    if (alias) {
        exchange(static_cast<long*>(alias), buffer.as<long>(), 0, 30);
        EXPECT_EQ(leave(alias, page), 0);
    } else {
        EXPECT_NE(std::strstr(nvshmemx_last_error()->text, "keep the descriptor open"), nullptr);
    }
    nvshmemx_clear_error();
}

}  // namespace
