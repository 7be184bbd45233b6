// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the virtual device can do, as a recent GPU would say it.
#pragma once

#include <cstddef>

namespace vgpu {

inline constexpr unsigned kWarp = 32;
inline constexpr unsigned kMaxThreads = 1024;  ///< a block
inline constexpr unsigned kMaxWarps = kMaxThreads / kWarp;
inline constexpr unsigned kMaxBlockX = 1024, kMaxBlockY = 1024, kMaxBlockZ = 64;
inline constexpr unsigned kMaxGridX = 2147483647, kMaxGridY = 65535, kMaxGridZ = 65535;
inline constexpr size_t kSharedPerBlock = 48 * 1024;      ///< without asking for more
inline constexpr size_t kMaxSharedPerBlock = 227 * 1024;  ///< on request
inline constexpr size_t kSharedPerMultiprocessor = 228 * 1024;
inline constexpr size_t kReservedShared = 1024;  ///< of each block, for the system
inline constexpr unsigned kMultiprocessors = 132;
inline constexpr unsigned kThreadsPerMultiprocessor = 2048;
inline constexpr unsigned kBlocksPerMultiprocessor = 32;
inline constexpr size_t kMaxParameterBytes = 32764;

}  // namespace vgpu
