// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// SipHash-2-4, as in the paper of 2012.
#include "base/siphash.h"

#include <bit>
#include <cstring>

namespace omni {

namespace {

struct State {
    uint64_t v0, v1, v2, v3;

    explicit State(const Key& key)
        : v0(key[0] ^ 0x736f6d6570736575),
          v1(key[1] ^ 0x646f72616e646f6d),
          v2(key[0] ^ 0x6c7967656e657261),
          v3(key[1] ^ 0x7465646279746573) {}

    void round() {
        v0 += v1, v1 = std::rotl(v1, 13) ^ v0, v0 = std::rotl(v0, 32);
        v2 += v3, v3 = std::rotl(v3, 16) ^ v2;
        v0 += v3, v3 = std::rotl(v3, 21) ^ v0;
        v2 += v1, v1 = std::rotl(v1, 17) ^ v2, v2 = std::rotl(v2, 32);
    }

    void absorb(uint64_t word) {
        v3 ^= word;
        round();
        round();
        v0 ^= word;
    }

    uint64_t finish() {
        v2 ^= 0xff;
        for (int i = 0; i < 4; ++i) round();
        return v0 ^ v1 ^ v2 ^ v3;
    }
};

/// Up to 8 bytes as a little-endian number.
uint64_t word_of(std::string_view bytes) {
    uint64_t word = 0;
    for (size_t i = 0; i < bytes.size() && i < 8; ++i)
        word |= uint64_t{static_cast<uint8_t>(bytes[i])} << (8 * i);
    return word;
}

}  // namespace

uint64_t siphash(const Key& key, std::string_view text) {
    State state(key);
    const uint64_t length = text.size();
    for (; text.size() >= 8; text.remove_prefix(8)) state.absorb(word_of(text));
    state.absorb(word_of(text) | length << 56);
    return state.finish();
}

}  // namespace omni
