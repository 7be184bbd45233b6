// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What every transport must do, as docs/transports.md says it. A transport's test program compiles
// conformance.cpp, atomics.cpp and pes.cpp and says on what the cases run:
//
//     INSTANTIATE_TEST_SUITE_P(Mine, Conformance, testing::Values(Setting{"mine", make_mine, false, 3}),
//     name_of);
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "pes.h"

namespace omni::test {

class Conformance : public testing::TestWithParam<Setting> {
  protected:
    /// Runs `body` on every PE of the setting.
    static void on_every_pe(const Body& body) { run(GetParam(), body); }
};

class ConformanceOfProcesses : public Conformance {};

inline std::string name_of(const testing::TestParamInfo<Setting>& info) {
    return "pes_" + std::to_string(info.param.pes);
}

inline constexpr unsigned char kPoison = 0xA5;

/// Bytes that tell who wrote them, when, and for which place.
unsigned char pattern(int pe, size_t round, size_t index);
void fill(char* to, size_t bytes, int pe, size_t round);
/// Number of bytes that are not as fill() wrote them.
size_t strangers(const char* at, size_t bytes, int pe, size_t round);

}  // namespace omni::test
