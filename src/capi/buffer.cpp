// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Registered buffers, local and symmetric. Operations under way are completed before a buffer is given up.
#include "nvshmem/buffer.h"

#include "capi/shell.h"
#include "heap/local_buffers.h"
#include "heap/registration.h"
#include "ops/order.h"

using namespace omni;

namespace {

constexpr int kNotStarted = static_cast<int>(Code::invalid_value);

void* register_symmetric(const char* call, const heap::SymmetricBuffers::Wish& wish) {
    ops::Pe* pe = capi::require(call);
    if (!pe) return nullptr;
    auto address = pe->symmetric_buffers->add(call, wish);
    if (address.ok()) return *address;
    capi::answer(call, address.status());
    return nullptr;
}

}  // namespace

extern "C" {

int nvshmemx_buffer_register(void* addr, size_t length) {
    ops::Pe* pe = capi::require("nvshmemx_buffer_register");
    return pe ? capi::answer("nvshmemx_buffer_register", pe->local_buffers->add(addr, length)) : kNotStarted;
}

int nvshmemx_buffer_unregister(void* addr) {
    ops::Pe* pe = capi::require("nvshmemx_buffer_unregister");
    if (!pe) return kNotStarted;
    if (int status = capi::finish("nvshmemx_buffer_unregister", ops::quiet(pe)); status != 0) return status;
    return capi::answer("nvshmemx_buffer_unregister", pe->local_buffers->remove(addr));
}

void nvshmemx_buffer_unregister_all(void) {
    ops::Pe* pe = capi::require("nvshmemx_buffer_unregister_all");
    if (pe && capi::finish("nvshmemx_buffer_unregister_all", ops::quiet(pe)) == 0) pe->local_buffers->clear();
}

void* nvshmemx_buffer_register_symmetric(void* buf_ptr, size_t size, int flags) {
    return register_symmetric("nvshmemx_buffer_register_symmetric", {buf_ptr, size, std::nullopt, flags});
}

void* nvshmemx_buffer_register_symmetric_at_preferred_address(void* buf_ptr, size_t size,
                                                              void* preferred_addr, int flags) {
    return register_symmetric("nvshmemx_buffer_register_symmetric_at_preferred_address",
                              {buf_ptr, size, preferred_addr, flags});
}

int nvshmemx_buffer_unregister_symmetric(void* mmap_ptr, size_t size) {
    constexpr const char* call = "nvshmemx_buffer_unregister_symmetric";
    ops::Pe* pe = capi::require(call);
    if (!pe) return kNotStarted;
    if (int status = capi::finish(call, ops::quiet(pe)); status != 0) return status;
    return capi::answer(call, pe->symmetric_buffers->remove(call, mmap_ptr, size));
}

}  // extern "C"
