// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The limits of a context.
#include "vgpu/api/limit.h"

namespace vgpu::api {

namespace {

Expected<size_t*> find(Context& context, cudaLimit limit) {
    if (limit < 0 || static_cast<size_t>(limit) >= context.limits.size())
        return fail(cudaErrorUnsupportedLimit, "limit is %d; it can be one of cudaLimit, 0 to %zu",
                    static_cast<int>(limit), context.limits.size() - 1);
    return &context.limits[static_cast<size_t>(limit)];
}

}  // namespace

Expected<size_t> get_limit(Context& context, cudaLimit limit) {
    auto place = find(context, limit);
    if (!place.ok()) return place.failure();
    return **place;
}

Outcome set_limit(Context& context, cudaLimit limit, size_t value) {
    auto place = find(context, limit);
    if (!place.ok()) return place.failure();
    **place = value;
    return {};
}

}  // namespace vgpu::api
