// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
#include "field.h"

#include <algorithm>

namespace perftest {

double Field::run(bool act, Clock clock, const std::function<void(size_t iterations)>& launch,
                  const Bytes& expected) {
    if (!expected.empty()) poison_destination(expected.size());
    const double spent = job_.time(act, clock, launch);
    if (!expected.empty()) verify(expected);
    return spent / static_cast<double>(job_.options.iterations);
}

void Field::verify(const Bytes& expected) {
    const Bytes found = destination.read(expected.size() + Buffer::guard);
    const auto place =
        std::mismatch(expected.begin(), expected.end(), found.begin()).first - expected.begin();
    const auto is_poison = [](char byte) { return byte == static_cast<char>(poison); };
    if (static_cast<size_t>(place) != expected.size())
        job_.wrong("byte " + std::to_string(place) + " of " + std::to_string(expected.size()));
    else if (!std::all_of(found.begin() + place, found.end(), is_poison))
        job_.wrong("something behind the " + std::to_string(place) + " bytes");
}

}  // namespace perftest
