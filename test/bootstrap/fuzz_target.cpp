// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The same readers for libFuzzer: the first byte chooses one, the rest is what it hears.
#include <cstdint>

#include "wires.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0) return 0;
    const std::string bytes(reinterpret_cast<const char*>(data + 1), size - 1);
    const auto readers = {omni::bootstrap::hear_launcher, omni::bootstrap::hear_message,
                          omni::bootstrap::hear_id};
    readers.begin()[data[0] % readers.size()](bytes);
    return 0;
}
