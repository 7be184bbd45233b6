// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Put, get, strided forms, put with signal: templates over the scope. The scope meets before and after, so
// that data written by any of its threads is sent, and none goes on before all is done.
#pragma once

#include "access.h"

namespace nvshmemi {

template <class Scope>
NVSHMEM_DEVICE_ALGORITHM void put_bytes(void* dest, const void* source, size_t bytes, int pe) {
    Scope::sync();
    if (bytes > 0) put_to<Scope>(resolve(static_cast<char*>(dest), pe), source, bytes);
    Scope::sync();
}

template <class Scope>
NVSHMEM_DEVICE_ALGORITHM void get_bytes(void* dest, const void* source, size_t bytes, int pe) {
    Scope::sync();
    if (bytes > 0) get_from<Scope>(resolve(static_cast<const char*>(source), pe), dest, bytes);
    Scope::sync();
}

// Elements of `size` bytes, strides in elements.
template <class Scope>
NVSHMEM_DEVICE_ALGORITHM void iput_elements(void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst,
                                            size_t nelems, size_t size, int pe) {
    Scope::sync();
    for (size_t i = Scope::index(); i < nelems; i += Scope::size()) {
        const ptrdiff_t step = static_cast<ptrdiff_t>(i * size);
        put_to<thread>(resolve(static_cast<char*>(dest) + step * dst, pe),
                       static_cast<const char*>(source) + step * sst, size);
    }
    Scope::sync();
}

template <class Scope>
NVSHMEM_DEVICE_ALGORITHM void iget_elements(void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst,
                                            size_t nelems, size_t size, int pe) {
    Scope::sync();
    for (size_t i = Scope::index(); i < nelems; i += Scope::size()) {
        const ptrdiff_t step = static_cast<ptrdiff_t>(i * size);
        get_from<thread>(resolve(static_cast<const char*>(source) + step * sst, pe),
                         static_cast<char*>(dest) + step * dst, size);
    }
    Scope::sync();
}

// After all that this thread knows to have been put there.
NVSHMEM_DEVICE void signal_now(uint64_t* sig_addr, uint64_t signal, int sig_op, int pe) {
    const target<uint64_t> to = resolve(sig_addr, pe);
    const bool sets = sig_op == 9;  // NVSHMEM_SIGNAL_SET
    release_fence();
    if (!to.mapped) {
        proxy_fence();
        proxy_amo(pe, to.offset, sets ? op_set : op_add, type_int64, signal, 0, false);
    } else if (sets) {
        store_release(to.mapped, signal);
    } else {
        atomic_add(to.mapped, signal);
    }
}

template <class Scope>
NVSHMEM_DEVICE_ALGORITHM void put_signal_bytes(void* dest, const void* source, size_t bytes,
                                               uint64_t* sig_addr, uint64_t signal, int sig_op, int pe) {
    put_bytes<Scope>(dest, source, bytes, pe);
    if (Scope::index() == 0) signal_now(sig_addr, signal, sig_op, pe);
    Scope::sync();
}

}  // namespace nvshmemi
