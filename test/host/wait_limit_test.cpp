// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Waits that run into NVSHMEM_WAIT_TIMEOUT in error mode return: the error says what was waited for, and the
// call returns what stands for "none". One PE alone, so that nothing else has to be in time.
#include <cstdlib>

#include "common.h"

namespace omni::test {
namespace {

[[maybe_unused]] const int limit_is_set =
    setenv("NVSHMEM_WAIT_TIMEOUT", "0.1", 1);  // before main starts the library

void expect_expired(const char* function, std::initializer_list<const char*> words) {
    const nvshmemx_error_info_t* error = nvshmemx_last_error();
    ASSERT_NE(error, nullptr);
    EXPECT_STREQ(error->function, function);
    EXPECT_EQ(error->code, NVSHMEMX_ERROR_INTERNAL);
    EXPECT_NE(std::strstr(error->text, "NVSHMEM_WAIT_TIMEOUT"), nullptr) << error->text;
    EXPECT_NE(std::strstr(error->text, function), nullptr) << error->text;
    for (const char* word : words) EXPECT_NE(std::strstr(error->text, word), nullptr) << error->text;
    nvshmemx_clear_error();
}

PE_TEST(WaitLimit, OneElement) {
    Symmetric<int> element(1);
    ReturnedErrors errors;
    element[0] = 41;
    nvshmem_int_wait_until(element.data(), NVSHMEM_CMP_GT, 42);
    expect_expired("nvshmem_int_wait_until", {"> 42", "last seen 41"});
}

PE_TEST(WaitLimit, Signal) {
    Symmetric<uint64_t> signal(1);
    ReturnedErrors errors;
    signal[0] = 5;
    EXPECT_EQ(nvshmem_signal_wait_until(signal.data(), NVSHMEM_CMP_NE, 5), 0u);
    expect_expired("nvshmem_signal_wait_until", {"!= 5", "last seen 5"});
    nvshmemx_signal_counted_wait_until(signal.data(), 6);
    expect_expired("nvshmemx_signal_counted_wait_until", {">= 6", "last seen 5"});
}

int asked = 0;

PE_TEST(WaitLimit, TheProgramMayEndAWait) {
    Symmetric<uint64_t> signal(1);
    ReturnedErrors errors;
    asked = 0;
    nvshmemx_set_interrupt([] { return ++asked; });
    EXPECT_EQ(nvshmem_signal_wait_until(signal.data(), NVSHMEM_CMP_NE, signal[0]), 0u);
    nvshmemx_set_interrupt(nullptr);
    EXPECT_EQ(asked, 1);
    ASSERT_NE(nvshmemx_last_error(), nullptr);
    EXPECT_NE(std::strstr(nvshmemx_last_error()->text, "interrupted"), nullptr);
    nvshmemx_clear_error();
}

// The report speaks of the element that is missing.
PE_TEST(WaitLimit, All) {
    Symmetric<long> elements(3);
    ReturnedErrors errors;
    elements[0] = elements[1] = 7;
    elements[2] = 6;
    nvshmem_long_wait_until_all(elements.data(), 3, nullptr, NVSHMEM_CMP_EQ, 7);
    expect_expired("nvshmem_long_wait_until_all", {"== 7", "last seen 6"});
}

PE_TEST(WaitLimit, AnyAndSome) {
    Symmetric<long> elements(3);
    ReturnedErrors errors;
    elements[0] = elements[1] = elements[2] = 6;
    const int status[] = {1, 0, 0};
    size_t indices[] = {77, 77, 77};
    EXPECT_EQ(nvshmem_long_wait_until_any(elements.data(), 3, status, NVSHMEM_CMP_LT, 6), SIZE_MAX);
    expect_expired("nvshmem_long_wait_until_any", {"< 6", "last seen 6"});
    EXPECT_EQ(nvshmem_long_wait_until_some(elements.data(), 3, indices, status, NVSHMEM_CMP_GT, 6), 0u);
    expect_expired("nvshmem_long_wait_until_some", {"> 6", "last seen 6"});
    EXPECT_EQ(indices[0], 77u);
}

}  // namespace
}  // namespace omni::test
