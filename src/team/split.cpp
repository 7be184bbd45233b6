// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Triplets and axes.
#include "team/split.h"

#include <algorithm>

namespace omni::team {

int Triplet::rank_of(int rank) const {
    const int64_t distance = int64_t{rank} - start;
    if (stride == 0) return distance == 0 ? 0 : -1;
    if (distance % stride != 0) return -1;
    const int64_t place = distance / stride;
    return place >= 0 && place < size ? static_cast<int>(place) : -1;
}

Status check(const Triplet& t, int n) {
    if (t.size < 1)
        return error(Code::invalid_value, "PE_size is %d: a team has at least one member", t.size);
    if (t.start < 0 || t.start >= n)
        return error(Code::invalid_value, "PE_start is %d, but the parent has ranks 0 to %d", t.start, n - 1);
    if (t.stride == 0 && t.size > 1)
        return error(Code::invalid_value,
                     "PE_stride is 0 and PE_size is %d: only a team of one can have stride 0", t.size);
    const int64_t last = t.start + (int64_t{t.size} - 1) * t.stride;
    if (last < 0 || last >= n)
        return error(
            Code::invalid_value,
            "PE_start %d, PE_stride %d, PE_size %d end at rank %lld, but the parent has ranks 0 to %d "
            "(ranks do not wrap around)",
            t.start, t.stride, t.size, static_cast<long long>(last), n - 1);
    return {};
}

Triplet row_of(int rank, int xrange, int n) {
    const int first = rank / xrange * xrange;
    return {first, 1, std::min(xrange, n - first)};
}

Triplet column_of(int rank, int xrange, int n) {
    const int first = rank % xrange;
    return {first, xrange, 1 + (n - 1 - first) / xrange};
}

std::vector<int32_t> members(const Team& parent, const Triplet& t) {
    std::vector<int32_t> pes(static_cast<size_t>(t.size));
    for (int i = 0; i < t.size; ++i) pes[static_cast<size_t>(i)] = parent.pe_of[t.start + i * t.stride];
    return pes;
}

}  // namespace omni::team
