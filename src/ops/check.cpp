// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "ops/check.h"

namespace omni::ops {

bool check_put(const Pe* self, const char* call, const void* dest, const void* source, size_t nelems,
               size_t size, int pe) {
    Target target;
    size_t bytes;
    return byte_count({call}, nelems, size, bytes) &&
           resolve(self, {call, "dest"}, dest, bytes, pe, target) &&
           check_local(call, "source", source, bytes);
}

bool check_get(const Pe* self, const char* call, const void* dest, const void* source, size_t nelems,
               size_t size, int pe) {
    Target target;
    size_t bytes;
    return byte_count({call}, nelems, size, bytes) &&
           resolve(self, {call, "source"}, source, bytes, pe, target) &&
           check_local(call, "dest", dest, bytes);
}

bool check_iput(const Pe* self, const char* call, const void* dest, const void* source,
                const Strides& strides, int pe) {
    Target target;
    size_t dest_bytes, source_bytes;
    return strides.reach(call, dest_bytes, source_bytes) &&
           resolve(self, {call, "dest"}, dest, dest_bytes, pe, target) &&
           check_local(call, "source", source, source_bytes);
}

bool check_iget(const Pe* self, const char* call, const void* dest, const void* source,
                const Strides& strides, int pe) {
    Target target;
    size_t dest_bytes, source_bytes;
    return strides.reach(call, dest_bytes, source_bytes) &&
           resolve(self, {call, "source"}, source, source_bytes, pe, target) &&
           check_local(call, "dest", dest, dest_bytes);
}

bool check_signal(const Pe* self, const char* call, const Signal& signal, int pe) {
    Target word;
    return detail::check_signal_op(call, signal.op) &&
           resolve_element(self, {call, "sig_addr"}, signal.address, sizeof(uint64_t), pe, word);
}

bool check_wait(const Pe* self, const Names& names, const void* ivars, size_t nelems, size_t size, int cmp) {
    return detail::check_comparison(names.call, cmp) && check_own_elements(self, names, ivars, nelems, size);
}

}  // namespace omni::ops
