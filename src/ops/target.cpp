// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Explaining bad targets.
#include "ops/target.h"

#include "heap/heap.h"
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

/// A place inside the heap, but not inside one live block.
Status explain_heap_address(const Pe* pe, const char* argument, const void* address, size_t bytes,
                            size_t offset) {
    if (bytes > pe->heap_bytes - offset)
        return error(Code::invalid_value,
                     "%s %p + %zu bytes reaches %zu bytes beyond the end of the symmetric heap", argument,
                     address, bytes, bytes - (pe->heap_bytes - offset));
    if (const auto block = pe->heap->block_around(offset))
        return error(Code::invalid_value,
                     "%s %p + %zu bytes reaches beyond the end of its block, which has %zu bytes from %p on",
                     argument, address, bytes, block->bytes, static_cast<void*>(pe->base + block->offset));
    return error(
        Code::invalid_value,
        "%s %p is in no live block of the symmetric heap: it was freed or released, or never allocated",
        argument, address);
}

Status explain_address(const Pe* pe, const char* argument, const void* address, size_t bytes) {
    if (!address)
        return error(Code::invalid_value, "%s is null: pass an address from nvshmem_malloc", argument);
    const uint64_t offset = static_cast<uint64_t>(static_cast<const char*>(address) - pe->base);
    if (offset < pe->heap_bytes) return explain_heap_address(pe, argument, address, bytes, offset);
    const int owner = pe->space->owner(address);
    if (owner >= 0 && owner != pe->me)
        return error(
            Code::invalid_value,
            "%s %p is the mapped address of PE %d's memory, as nvshmem_ptr returns it, not a symmetric "
            "address: pass this PE's own address and the number of the PE",
            argument, address, owner);
    if (owner == pe->me && pe->space->live().holds(offset, 1))
        return error(Code::invalid_value, "%s %p + %zu bytes reaches beyond the end of its registered buffer",
                     argument, address, bytes);
    return error(
        Code::invalid_value,
        "%s %p is no symmetric address: pass memory from nvshmem_malloc, nvshmem_calloc, nvshmem_align "
        "or nvshmemx_buffer_register_symmetric",
        argument, address);
}

/// Whether the range may be named: in a block of the heap, or anywhere in the heap when checks are off; or in
/// a registered buffer.
bool is_symmetric(const Pe* pe, uint64_t offset, size_t bytes) {
    const bool in_heap = offset < pe->heap_bytes && bytes <= pe->heap_bytes - offset;
    return (in_heap && !pe->checked) || pe->space->live().holds(offset, bytes);
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
    if (!is_symmetric(self, offset, bytes)) {
        report(names.call, explain_address(self, names.symmetric, address, bytes));
        return false;
    }
    char* base = self->peer_base[pe];
    target = {base ? base + offset : nullptr, offset};
    return true;
}

bool check_local(const char* call, const char* argument, const void* local, size_t bytes) {
    if (local || bytes == 0) return true;
    report(call, error(Code::invalid_value,
                       "%s is null, but %zu bytes are to be moved: pass the address of memory of this PE",
                       argument, bytes));
    return false;
}

bool report_count(const Names& names, size_t nelems, size_t size) {
    report(names.call,
           error(Code::invalid_value,
                 "nelems is %zu, which is %s elements of %zu bytes: a negative number passed as a count?",
                 nelems, "more than memory can hold", size));
    return false;
}

}  // namespace omni::ops
