// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// What can be wrong with a collective call.
#include "capi/collective.h"

#include "ops/target.h"

namespace omni::capi {

__thread bool CheckOnly::active = false;

bool CollectiveCall::symmetric(const char* argument, const void* address, size_t bytes,
                               uint64_t& offset) const {
    if (const char* place = ops::mapped(pe_, address, bytes, pe_->me);
        __builtin_expect(place != nullptr, 1)) {
        offset = static_cast<uint64_t>(place - pe_->base);
        return true;
    }
    ops::Target target{};
    if (!ops::resolve(pe_, {name_, argument}, address, bytes, pe_->me, target)) return false;
    offset = target.offset;
    return true;
}

bool CollectiveCall::apart(uint64_t dest, size_t dest_bytes, uint64_t src, size_t src_bytes,
                           bool allowed) const {
    if (dest + dest_bytes <= src || src + src_bytes <= dest || (dest == src && allowed)) return true;
    report(name_,
           error(Code::invalid_value, "dest %p (%zu bytes) and src %p (%zu bytes) overlap: they must be %s",
                 static_cast<void*>(pe_->base + dest), dest_bytes, static_cast<void*>(pe_->base + src),
                 src_bytes, allowed ? "equal or apart" : "apart"));
    return false;
}

bool CollectiveCall::report_count(const char* argument, size_t blocks, size_t count, size_t size) const {
    report(name_,
           error(Code::invalid_value,
                 "%s is %zu: %zu blocks of so many elements of %zu bytes are more than memory can hold. "
                 "A negative number passed as a count?",
                 argument, count, blocks, size));
    return false;
}

bool CollectiveCall::report_rank(const char* argument, int rank) const {
    report(name_, error(Code::invalid_value, "%s is %d, but team %d has ranks 0 to %d", argument, rank,
                        team_->id, team_->n - 1));
    return false;
}

bool CollectiveCall::report_busy(const char* other) const {
    report(name_,
           error(Code::invalid_value,
                 "team %d is in use by another thread of this PE, in %s: one thread at a time may be in a "
                 "collective of a team. Give each thread a team of its own",
                 team_->id, other));
    return false;
}

}  // namespace omni::capi
