// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
#include "transfer.h"

#include "over_pes.h"

namespace perftest {

double figure(const Quantity& quantity, bool both, size_t elements, size_t bytes, double microseconds) {
    if (quantity.better == '-') return microseconds;
    const bool messages = quantity.name == message_rate_mm.name;
    const double amount = messages ? static_cast<double>(elements) : static_cast<double>(bytes) * 1e-3;
    const double rate = microseconds > 0 ? amount / microseconds : 0;
    return both ? sum_over_pes(rate) : rate;
}

}  // namespace perftest
