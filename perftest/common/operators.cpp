// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
#include "operators.h"

namespace perftest {

int reduced_value(const std::string& operation, int pes, size_t i) {
#define PERFTEST_CASE(OP) \
    if (operation == #OP) return reduced_value<OP##_of, int>(pes, i);
    PERFTEST_FOR_EACH_REDUCTION(PERFTEST_CASE)
#undef PERFTEST_CASE
    return 0;
}

}  // namespace perftest
