// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The few types of the PMIx standard that are needed, declared here because the library is opened at run time
// where it is there: its headers would tie the build to the machine. Layouts and numbers are those of the
// standard's versions 3 to 5; where the headers are installed a test compares.
#pragma once

#include <cstddef>
#include <cstdint>

namespace omni::bootstrap::pmix {

using Code = int;
inline constexpr Code kSuccess = 0;
inline constexpr Code kSucceededAtOnce = -157;  ///< of a call with a callback, which is not called then

inline constexpr uint32_t kWholeJob = UINT32_MAX - 1;  ///< as a rank
inline constexpr const char* kJobSize = "pmix.job.size";
inline constexpr const char* kCollectData = "pmix.collect";
inline constexpr uint8_t kGlobal = 3;  ///< scope

enum Type : uint16_t { kBool = 1, kString = 3, kUint32 = 14 };

struct Process {
    char space[256];
    uint32_t rank;
};

struct Value {
    uint16_t type;
    union {
        bool flag;
        char* string;
        uint32_t number;
        uint64_t room[3];
    };
};

struct Info {
    char key[512];
    uint32_t flags;
    Value value;
};

using Callback = void (*)(Code, void*);

}  // namespace omni::bootstrap::pmix
