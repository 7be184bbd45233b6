// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// What waits say about themselves and about bad arguments.
#include "ops/wait.h"

namespace omni::ops::detail {

namespace {

const char* relation(int cmp) {
    switch (cmp) {
        case NVSHMEM_CMP_EQ:
            return "==";
        case NVSHMEM_CMP_NE:
            return "!=";
        case NVSHMEM_CMP_GT:
            return ">";
        case NVSHMEM_CMP_LE:
            return "<=";
        case NVSHMEM_CMP_LT:
            return "<";
        default:
            return ">=";
    }
}

}  // namespace

__thread size_t next_any __attribute__((tls_model("initial-exec"))) = 0;

bool check_comparison(const char* call, int cmp) {
    if (is_comparison(cmp)) return true;
    report(
        call,
        error(Code::invalid_value,
              "cmp is %d, which is no comparison: pass NVSHMEM_CMP_EQ, NE, GT, LE, LT or GE (0 to 5)", cmp));
    return false;
}

bool check_array(const char* call, const char* argument, const void* array) {
    if (array) return true;
    report(call, error(Code::invalid_value, "%s is null: pass an array of nelems entries", argument));
    return false;
}

bool check_word(const Pe* self, const Names& names, const void* ivar, size_t size, int cmp) {
    return check_comparison(names.call, cmp) && check_own_elements(self, names, ivar, 1, size);
}

control::WaitInfo wait_info(const Pe* self, const char* call, const void* ivar, int cmp, uint64_t value) {
    const auto offset = static_cast<uint64_t>(static_cast<const char*>(ivar) - self->base);
    return {.call = call, .offset = offset, .relation = relation(cmp), .expected = value};
}

bool finish(const char* call, const Status& status) {
    if (!status.ok()) report(call, status);
    return status.ok();
}

}  // namespace omni::ops::detail
