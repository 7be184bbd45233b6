// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// SipHash-2-4 (Aumasson and Bernstein): a short keyed hash. Who does not know the key can neither foretell
// nor forge a value.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace omni {

using Key = std::array<uint64_t, 2>;

uint64_t siphash(const Key& key, std::string_view text);

}  // namespace omni
