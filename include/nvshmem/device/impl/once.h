// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Scoped operations on the virtual CUDA device, whose threads are fibers of one processor: sharing the work
// out among them gains nothing. So all arrive, the last carries the thread form out for all of them, and all
// go on with its result: one switch a thread.
#pragma once

#include <vgpu/hooks.h>

#include <tuple>
#include <type_traits>

#include "../../detail/device_entry.h"
#include "../../region.h"

namespace nvshmemi {

struct warp {
    static constexpr int number = 1;
};
struct block {
    static constexpr int number = 2;
};
struct warpgroup {
    static constexpr int number = 3;
};

template <class T>
struct identity {
    using type = T;
};

// Calls thread_form(arguments...) once for the scope; what it returns fits a long.
template <class Scope, class Result, class... Parameters>
Result together(Result (*thread_form)(Parameters...), typename identity<Parameters>::type... arguments) {
    struct Call {
        Result (*thread_form)(Parameters...);
        std::tuple<Parameters...> arguments;
    } call{thread_form, {arguments...}};
    const auto run = [](void* pointer) -> long {
        const Call& call = *static_cast<Call*>(pointer);
        if constexpr (std::is_void_v<Result>) {
            std::apply(call.thread_form, call.arguments);
            return 0;
        } else {
            return static_cast<long>(std::apply(call.thread_form, call.arguments));
        }
    };
    return static_cast<Result>(vgpuOnce(Scope::number, run, &call));
}

#define NVSHMEMI_SCOPED(SCOPE, CALL, ...) nvshmemi::together<nvshmemi::SCOPE> CALL

// Every thread gets the handle.
inline int region_start(nvshmemx_region_handle_t* handle, const nvshmemx_region_attrs_t* attrs) {
    const int64_t answer = together<block>(nvshmemid_block_region_start, vgpuBlockSerial(), handle != nullptr,
                                           attrs ? attrs->hints : 0u);
    if (answer > 0) *handle = static_cast<nvshmemx_region_handle_t>(answer);
    return answer > 0 ? 0 : static_cast<int>(-answer);
}
inline int region_stop(nvshmemx_region_handle_t handle) {
    return together<block>(nvshmemid_block_region_stop, vgpuBlockSerial(), handle);
}

// Copies go through the caches: lent memory has no use. The block synchronizes as it does elsewhere.
inline void nothing() {}
inline void give_smem(void*, size_t) { together<block>(nothing); }
inline void release_smem() { together<block>(nothing); }

}  // namespace nvshmemi
