// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the tests of the operations share: who is whose neighbour, values with every bit in use, errors that
// come back.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "pe_test.h"

namespace omni::test {

struct Ring {
    int me = nvshmem_my_pe();
    int pes = nvshmem_n_pes();
    int right = (me + 1) % pes;
    int left = (me + pes - 1) % pes;
};

/// Rounds of a case: those of the daily run, fewer where each operation is a message, or the full ones.
inline int rounds(int daily, int full) {
    if (long_run()) return full;
    const bool by_transport = std::getenv("NVSHMEM_DISABLE_P2P") || std::getenv("OMNISHMEM_FAULT");
    return by_transport ? std::max(1, daily / 10) : daily;
}

/// A value that no two `seed`s share, of bytes that are neither 0 nor poison. Any pattern, also of floats.
template <class T>
T sample(int seed) {
    std::array<unsigned char, sizeof(T)> bytes;
    for (size_t i = 0; i < sizeof(T); ++i)
        bytes[i] = static_cast<unsigned char>(1 + (seed * 41 + static_cast<int>(i) * 67) % 149);
    return std::bit_cast<T>(bytes);
}

/// Equal as bits, so that NaN and signed zeros count as what they are.
template <class T>
testing::AssertionResult same(const T& value, const T& expected) {
    if (std::memcmp(&value, &expected, sizeof(T)) == 0) return testing::AssertionSuccess();
    return testing::AssertionFailure()
           << testing::PrintToString(value) << " is not " << testing::PrintToString(expected);
}

/// While it lives, errors come back to the caller on every PE. Begin and end are collective.
class ReturnedErrors {
  public:
    ReturnedErrors() {
        nvshmemx_set_error_mode(NVSHMEMX_ERROR_MODE_RETURN);
        nvshmemx_clear_error();
        nvshmem_barrier_all();
    }
    ReturnedErrors(const ReturnedErrors&) = delete;
    ReturnedErrors& operator=(const ReturnedErrors&) = delete;

    ~ReturnedErrors() {
        nvshmem_barrier_all();
        nvshmemx_set_error_mode(NVSHMEMX_ERROR_MODE_EXIT);
    }

    /// The error that has come since the last look: of `function`, an invalid value unless said otherwise,
    /// with all `words` in its text.
    void expect(const char* function, std::initializer_list<const char*> words,
                int code = NVSHMEMX_ERROR_INVALID_VALUE) {
        const nvshmemx_error_info_t* error = nvshmemx_last_error();
        if (!error) {
            ADD_FAILURE() << function << " accepted it";
            return;
        }
        EXPECT_STREQ(error->function, function);
        EXPECT_EQ(error->code, code);
        for (const char* word : words)
            EXPECT_NE(std::strstr(error->text, word), nullptr) << "no \"" << word << "\" in: " << error->text;
        nvshmemx_clear_error();
    }
};

}  // namespace omni::test
