// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
#include "atomics.h"

#include <cstdio>
#include <cstdlib>

namespace perftest {
namespace {

#define PERFTEST_NAME(NAME) #NAME,
const char* const names[] = {PERFTEST_FOR_EACH_ATOMIC(PERFTEST_NAME)};
#undef PERFTEST_NAME

}  // namespace

AtomicOp atomic_op(const std::string& name) {
    int number = 0;
    for (const std::string known : names) {
        if (known.compare(0, name.size(), name) == 0) return static_cast<AtomicOp>(number);
        ++number;
    }
    std::fprintf(stderr, "--atomic_op: '%s' is no atomic operation; --help lists them\n", name.c_str());
    std::exit(1);
}

const char* name_of(AtomicOp op) { return names[static_cast<int>(op)]; }

}  // namespace perftest
