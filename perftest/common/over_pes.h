// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Figures of all PEs together.
#pragma once

namespace perftest {

/// By all PEs.
double sum_over_pes(double value);

}  // namespace perftest
