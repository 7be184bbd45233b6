// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Sleeping on a word in memory that processes share.
#pragma once

#include <atomic>
#include <cstdint>

namespace omni::os {

/// Sleeps while `word` is `value`, until futex_wake() on the same memory. Returns at other times too: look
/// again.
void futex_wait(std::atomic<uint32_t>& word, uint32_t value);

/// Wakes one sleeper, in whichever process it is.
void futex_wake(std::atomic<uint32_t>& word);

}  // namespace omni::os
