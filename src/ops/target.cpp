// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Explaining bad targets.
#include "ops/target.h"

#include "heap/space.h"

namespace omni::ops {

namespace {

Status explain_pe(const Pe* pe, int target_pe) {
    if (pe->n == 1)
        return error(Code::invalid_value,
                     "pe is %d, but there is one PE, number 0: start the program with nvshmrun -n N",
                     target_pe);
    return error(Code::invalid_value, "pe is %d, but there are PEs 0 to %d", target_pe, pe->n - 1);
}

Status explain_address(const Pe* pe, const char* argument, const void* address, size_t bytes) {
    if (!address)
        return error(Code::invalid_value, "%s is null: pass an address from nvshmem_malloc", argument);
    const uint64_t offset = static_cast<uint64_t>(static_cast<const char*>(address) - pe->base);
    if (offset < pe->heap_bytes)
        return error(Code::invalid_value,
                     "%s %p + %zu bytes reaches %zu bytes beyond the end of the symmetric heap", argument,
                     address, bytes, bytes - (pe->heap_bytes - offset));
    const int owner = pe->space->owner(address);
    if (owner >= 0 && owner != pe->me)
        return error(
            Code::invalid_value,
            "%s %p is the mapped address of PE %d's memory, as nvshmem_ptr returns it, not a symmetric "
            "address: pass this PE's own address and the number of the PE",
            argument, address, owner);
    return error(
        Code::invalid_value,
        "%s %p is no symmetric address: pass memory from nvshmem_malloc, nvshmem_calloc, nvshmem_align "
        "or nvshmemx_buffer_register_symmetric",
        argument, address);
}

}  // namespace

bool resolve(const Pe* self, const Names& names, const void* address, size_t bytes, int pe, Target& target) {
    target = {nullptr, 0};
    if (!self) {
        report(names.call,
               error(Code::invalid_value, "called before nvshmem_init or after nvshmem_finalize"));
        return false;
    }
    if (pe < 0 || pe >= self->n) {
        report(names.call, explain_pe(self, pe));
        return false;
    }
    if (bytes == 0) return true;
    const uint64_t offset = static_cast<uint64_t>(static_cast<const char*>(address) - self->base);
    if (offset >= self->heap_bytes || bytes > self->heap_bytes - offset) {
        report(names.call, explain_address(self, names.symmetric, address, bytes));
        return false;
    }
    char* base = self->peer_base[pe];
    target = {base ? base + offset : nullptr, offset};
    return true;
}

bool report_count(const Names& names, size_t nelems, size_t size) {
    report(names.call,
           error(Code::invalid_value,
                 "nelems is %zu, which is %s elements of %zu bytes: a negative number passed as a count?",
                 nelems, "more than memory can hold", size));
    return false;
}

}  // namespace omni::ops
