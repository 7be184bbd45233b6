// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Strided transfers, element by element: between the elements nothing may be touched.
#include "ops/strided.h"

#include "base/copy.h"
#include "ops/trace.h"

namespace omni::ops {

namespace {

bool check_stride(const char* call, const char* argument, ptrdiff_t stride) {
    if (stride >= 1) return true;
    report(call, error(Code::invalid_value, "%s is %td, but a stride is a distance of 1 element or more",
                       argument, stride));
    return false;
}

/// Bytes from the first element to the end of the last.
bool stretch(const char* call, const char* argument, ptrdiff_t stride, const Strides& strides,
             size_t& bytes) {
    bytes = 0;
    if (!check_stride(call, argument, stride)) return false;
    if (strides.count == 0) return true;
    size_t steps;
    if (!__builtin_mul_overflow(strides.count - 1, static_cast<size_t>(stride), &steps) && steps < SIZE_MAX &&
        !__builtin_mul_overflow(steps + 1, strides.size, &bytes) && bytes <= SIZE_MAX / 2)
        return true;
    report(call, error(Code::invalid_value,
                       "nelems is %zu and %s is %td, which reach over more than memory can hold: a negative "
                       "number passed as a count?",
                       strides.count, argument, stride));
    return false;
}

/// Distances in bytes.
struct Steps {
    explicit Steps(const Strides& strides)
        : dest(static_cast<size_t>(strides.dest_stride) * strides.size),
          source(static_cast<size_t>(strides.source_stride) * strides.size) {}

    size_t dest, source;
};

template <size_t Size>
void copy_elements(char* dest, const char* source, size_t count, const Steps& steps) {
    for (size_t i = 0; i < count; ++i) copy(dest + i * steps.dest, source + i * steps.source, Size);
}

void copy_strided(void* dest, const void* source, const Strides& strides) {
    char* to = static_cast<char*>(dest);
    const char* from = static_cast<const char*>(source);
    const Steps steps(strides);
    switch (strides.size) {
        case 1:
            return copy_elements<1>(to, from, strides.count, steps);
        case 2:
            return copy_elements<2>(to, from, strides.count, steps);
        case 4:
            return copy_elements<4>(to, from, strides.count, steps);
        case 8:
            return copy_elements<8>(to, from, strides.count, steps);
        default:
            return copy_elements<16>(to, from, strides.count, steps);
    }
}

Status put_by_transport(transport::Transport& transport, uint64_t offset, const void* source,
                        const Strides& strides, int pe) {
    const char* from = static_cast<const char*>(source);
    const Steps steps(strides);
    for (size_t i = 0; i < strides.count; ++i)
        if (Status status = transport.put(pe, offset + i * steps.dest, from + i * steps.source, strides.size);
            !status.ok())
            return status;
    return {};
}

Status get_by_transport(transport::Transport& transport, void* dest, uint64_t offset, const Strides& strides,
                        int pe) {
    char* to = static_cast<char*>(dest);
    const Steps steps(strides);
    for (size_t i = 0; i < strides.count; ++i)
        if (Status status = transport.get(pe, offset + i * steps.source, to + i * steps.dest, strides.size);
            !status.ok())
            return status;
    return {};
}

}  // namespace

bool Strides::reach(const char* call, size_t& dest_bytes, size_t& source_bytes) const {
    return stretch(call, "dst", dest_stride, *this, dest_bytes) &&
           stretch(call, "sst", source_stride, *this, source_bytes);
}

void iput(const Pe* self, const char* call, void* dest, const void* source, const Strides& strides, int pe) {
    Target target;
    size_t dest_bytes, source_bytes;
    if (!strides.reach(call, dest_bytes, source_bytes)) return;
    if (!resolve(self, {call, "dest"}, dest, dest_bytes, pe, target) || strides.count == 0) return;
    if (!check_local(call, "source", source, source_bytes)) return;
    if (self->traced) trace::put(self, call, target.offset, strides.count * strides.size, pe);
    if (target.address) return copy_strided(target.address, source, strides);
    if (Status status = put_by_transport(*self->transport, target.offset, source, strides, pe); !status.ok())
        report(call, status);
}

void iget(const Pe* self, const char* call, void* dest, const void* source, const Strides& strides, int pe) {
    Target target;
    size_t dest_bytes, source_bytes;
    if (!strides.reach(call, dest_bytes, source_bytes)) return;
    if (!resolve(self, {call, "source"}, source, source_bytes, pe, target) || strides.count == 0) return;
    if (!check_local(call, "dest", dest, dest_bytes)) return;
    if (self->traced) trace::get(self, call, target.offset, strides.count * strides.size, pe);
    if (target.address) return copy_strided(dest, target.address, strides);
    if (Status status = get_by_transport(*self->transport, dest, target.offset, strides, pe); !status.ok())
        report(call, status);
}

}  // namespace omni::ops
